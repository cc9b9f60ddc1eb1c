// biome-ignore-all lint/complexity/useArrowFunction: older releases of Emscripten want functions

// A library for the linker, not EM_JS, which would leave this text in the module.

mergeInto(LibraryManager.library, {
  inbounds_fill_entropy: function (bytes, count) {
    Module.fillEntropy(bytes, count)
  }
})
