import { bulk } from './bulk-here.js'
import { inlinedWasm } from './inline-source.js'
import { seededLoaderFrom } from './seeded.js'

export const loadSeeded = seededLoaderFrom(inlinedWasm, async () => bulk)
