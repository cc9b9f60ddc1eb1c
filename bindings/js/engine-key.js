/** Under this key, the classes that `load()` hands out find their WebAssembly instance. Not exported by the package. */
export const ENGINE = Symbol('inbounds engine')
