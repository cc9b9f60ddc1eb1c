import { open, packagedWasm } from './node-files.js'
import { seededLoaderFrom } from './seeded.js'
import { streaming } from './streaming-no-workers.js'

export const loadSeeded = seededLoaderFrom(packagedWasm, async () => streaming, open)
