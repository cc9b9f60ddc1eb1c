import { packagedWasm } from './packaged-wasm.js'
import { seededLoaderFrom } from './seeded.js'

export const loadSeeded = seededLoaderFrom(packagedWasm)
