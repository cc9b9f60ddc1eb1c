import { packagedWasm } from './node.js'
import { seededLoaderFrom } from './seeded.js'

export const loadSeeded = seededLoaderFrom(packagedWasm)
