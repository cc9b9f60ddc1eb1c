import { createStreaming } from './streaming.js'

// For entries that start no workers: the collector's in a browser, and that of tests, whose bits are one sequence.

export const streaming = createStreaming({
  none: "this entry has none; mechanisms of 'inbounds' have"
})
