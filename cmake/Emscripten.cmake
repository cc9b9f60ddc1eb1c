# What Debian's Emscripten needs and a current emsdk does not mind.

# Debian keeps acorn, which the linker's JavaScript optimiser imports, where node does not look by itself.
if(EXISTS /usr/share/nodejs/acorn/package.json AND NOT EXISTS ${EMSCRIPTEN_ROOT_PATH}/node_modules/acorn)
  set_property(GLOBAL PROPERTY RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
endif()
