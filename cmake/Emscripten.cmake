# What Debian's Emscripten needs and a current emsdk does not mind.

# Debian keeps acorn, which the linker's JavaScript optimiser imports, where node does not look by itself.
if(EXISTS /usr/share/nodejs/acorn/package.json AND NOT EXISTS ${EMSCRIPTEN_ROOT_PATH}/node_modules/acorn)
  set_property(GLOBAL PROPERTY RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
endif()

# Parts of Emscripten that are replaced by smaller ones were compared with one release; any other keeps its own.
if(EMSCRIPTEN_VERSION VERSION_EQUAL 3.1.6)
  set(exp_table ${CMAKE_CURRENT_SOURCE_DIR}/bindings/embind/exp_table.cpp)
endif()
