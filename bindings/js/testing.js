import { seededLoaderFrom } from './seeded.js'

export const loadSeeded = seededLoaderFrom(async () => new URL('./inbounds.wasm', import.meta.url))
