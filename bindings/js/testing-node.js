import { bulk } from './bulk-here.js'
import { open, packagedWasm } from './node-files.js'
import { seededLoaderFrom } from './seeded.js'

export const loadSeeded = seededLoaderFrom(packagedWasm, async () => bulk, open)
