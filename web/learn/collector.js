import { notice } from '../site/start.js'

/** @type {Promise<import('inbounds/collector').Collector> | undefined} */
let loading

/**
 * What turns reports into statistics is a WebAssembly file of its own. Only the later steps need it, so it is loaded there,
 * and once.
 * @param {(collector: import('inbounds/collector').Collector) => void} then
 */
export async function withCollector(then) {
  loading ??= import('inbounds/collector').then(({ load }) => load())
  try {
    then(await loading)
  } catch (error) {
    notice('The collector’s part of this step could not be shown; reloading the page may help', error)
  }
}
