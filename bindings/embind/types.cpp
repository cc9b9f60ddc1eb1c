#include <emscripten.h>
#include <emscripten/bind.h>

// The one type that crosses the border here, instead of all that embind knows: its own list
// (system/lib/embind/bind.cpp, whose two functions these replace) brings in strings, typed arrays and more, code that
// is never called. Later releases have it under another name; with them it is used as it is (CMakeLists.txt).

#ifdef INBOUNDS_OWN_EMBIND_TYPES

extern "C" {

/// For embind's error messages about types that nobody registered; there are none.
EMSCRIPTEN_KEEPALIVE const char* __getTypeName(const void* /*type*/) { return ""; }

EMSCRIPTEN_KEEPALIVE __attribute__((constructor)) void __embind_register_native_and_builtin_types() {
  using namespace emscripten::internal;
  _embind_register_float(TypeID<double>::get(), "double", sizeof(double));
}

}  // extern "C"

#endif
