// What the types of inbounds/collector promise, checked by tsc.

import type { Inbounds, LoadOptions } from 'inbounds'
import type * as collecting from 'inbounds/collector'
import { type Collecting, type Collector, LoadError, load } from 'inbounds/collector'

const collector: Collector = await load()
const all: Inbounds & Collecting = collector
const mean: number = new collector.ReflectedLaplace({ lower: 0, upper: 1, epsilon: 1 }).at(0.5).mean
const options: collecting.LoadOptions & LoadOptions = { wasm: new Uint8Array(1) }
const error: collecting.LoadError = new LoadError('x')

// @ts-expect-error a number is no source
await load({ wasm: 3 })

export { all, error, mean, options }
