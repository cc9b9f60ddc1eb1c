# The target inbounds_boost: Boost's headers, and nothing else of the folder they are in.
#
# find_package(Boost) does not see the host under Emscripten's toolchain file (it searches the sysroot only), and pointing
# the compiler at /usr/include would mix the host's C library with Emscripten's. Hence a folder whose only entry is a link
# to boost/.
find_path(INBOUNDS_BOOST_INCLUDE boost/version.hpp
  HINTS ${BOOST_ROOT} ENV BOOST_ROOT
  PATHS /usr/include /usr/local/include /opt/homebrew/include
  PATH_SUFFIXES include
  NO_CMAKE_FIND_ROOT_PATH
  REQUIRED)

file(STRINGS ${INBOUNDS_BOOST_INCLUDE}/boost/version.hpp version_line REGEX "#define BOOST_VERSION ")
string(REGEX MATCH "[0-9]+$" boost_version "${version_line}")
if(boost_version LESS 108100)
  message(FATAL_ERROR "Boost 1.81 or newer is needed; ${INBOUNDS_BOOST_INCLUDE} has ${boost_version}. "
    "Debian 12: apt install libboost1.81-dev. Elsewhere set BOOST_ROOT.")
endif()

set(boost_only ${CMAKE_BINARY_DIR}/boost-only)
file(MAKE_DIRECTORY ${boost_only})
file(CREATE_LINK ${INBOUNDS_BOOST_INCLUDE}/boost ${boost_only}/boost SYMBOLIC)

add_library(inbounds_boost INTERFACE)
target_include_directories(inbounds_boost SYSTEM INTERFACE ${boost_only})
# libquadmath would be one more thing to install, and nothing here uses 128-bit floats.
target_compile_definitions(inbounds_boost INTERFACE BOOST_MATH_DISABLE_FLOAT128)
if(EMSCRIPTEN)
  # What Boost asserts of itself stays in the native tests: nobody would see it here, and it has the path of this folder.
  target_compile_definitions(inbounds_boost INTERFACE BOOST_DISABLE_ASSERTS)
endif()
