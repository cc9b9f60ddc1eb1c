/** Under this key, the classes that `load()` hands out find their WebAssembly instance. Not exported by the package. */
export const ENGINE = Symbol('inbounds engine')

/** Under this key, a class has the name of its mechanism, which bundlers cannot shorten. */
export const KIND = Symbol('inbounds mechanism')
