/** Under this key, the classes that `load()` hands out find their WebAssembly instance. Not exported by the package. */
export const ENGINE = Symbol('inbounds engine')

/** Under this key, a class has the name of its mechanism, which bundlers cannot shorten. */
export const KIND = Symbol('inbounds mechanism')

/** Under this key, whether a true value may lie in a gap. */
export const ANYWHERE = Symbol('inbounds truths in gaps')
