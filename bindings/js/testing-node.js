import { findWasm, open } from './node-files.js'
import { createSeededLoader } from './seeded.js'
import { streaming } from './streaming-no-workers.js'

export const loadSeeded = createSeededLoader(findWasm, async () => streaming, open)
