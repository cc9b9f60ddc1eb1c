import { unpackWasm } from './inline-source.js'
import { createSeededLoader } from './seeded.js'
import { streaming } from './streaming-no-workers.js'

export const loadSeeded = createSeededLoader(unpackWasm, async () => streaming)
