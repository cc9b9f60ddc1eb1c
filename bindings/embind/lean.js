// biome-ignore-all lint/complexity/useArrowFunction: this release of Emscripten wants functions

// embind's JavaScript for the one type that crosses the border here, one by one: doubles, which need no conversion. Its
// own (src/embind/embind.js) brings in types that wait for each other or are made for a call, overloads, and errors for
// mistakes in registrations: code that is never called. Later releases have it in another form; with them it is used as it
// is (CMakeLists.txt).

mergeInto(LibraryManager.library, {
  // The invoker is a function of WebAssembly that embind has compiled for the target's parameters.
  _embind_register_function__deps: ['$getWasmTableEntry'],
  _embind_register_function: function (name, _typeCount, _types, _signature, invoker, target) {
    const end = HEAPU8.indexOf(0, name)
    const invoke = getWasmTableEntry(invoker)
    Module[String.fromCharCode(...HEAPU8.subarray(name, end))] = (...numbers) => invoke(target, ...numbers)
  }
})
