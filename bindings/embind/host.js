// Between Emscripten's minimal runtime and bindings/js/engine.js; the linker puts this into the glue (--pre-js).

// Hides the platform's, inside the glue: the minimal runtime instantiates without an eye on failure, so that is left to
// the engine.
// biome-ignore lint/correctness/noUnusedVariables: the runtime that follows uses it
var WebAssembly = { instantiate: (_, imports) => Module.instantiate(imports) }

// Fresh ones, since growing memory (allocator.cpp) empties older views.
Object.defineProperties(Module, {
  HEAPU8: { get: () => new Uint8Array(wasmMemory.buffer) },
  HEAPF64: { get: () => new Float64Array(wasmMemory.buffer) }
})

// Replaces the runtime's own, which is called when everything is there; that would keep the exports to itself.
ready = () => {
  Object.assign(Module, {
    _inbounds_draw,
    _inbounds_draw_block,
    _inbounds_draw_vectors,
    _inbounds_block,
    _inbounds_block_size,
    _inbounds_numbers,
    _inbounds_slot_count,
    stackSave,
    stackRestore
  })
  readyPromiseResolve(Module)
}
