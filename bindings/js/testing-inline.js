import { inlinedWasm } from './inline-source.js'
import { seededLoaderFrom } from './seeded.js'
import { streaming } from './streaming-no-workers.js'

export const loadSeeded = seededLoaderFrom(inlinedWasm, async () => streaming)
