import { explains, outputsOf } from '../attack/textbook-laplace.js'
import { datum, element } from '../controls/elements.js'
import { announce, notice } from '../site/start.js'
import { percent, whole } from '../wording/figures.js'

const OUTPUTS = 20_000
const SLICE = 250

/** Uniform multiples of 2^-53 from the platform's own generator. */
function* platformUniforms() {
  const words = new Uint32Array(512)
  for (;;) {
    crypto.getRandomValues(words)
    for (let at = 0; at < words.length; at += 2) {
      const [high, low] = [Number(words[at]), Number(words[at + 1])]
      const u = (high * 2 ** 21 + (low >>> 11)) * 2 ** -53
      if (u > 0) yield { u, sign: low & 1 ? 1 : -1 }
    }
  }
}

/**
 * How many outputs of either truth, 0 or 1, the other one cannot have given. The textbook is attacked by trying every u that could; the library by
 * asking its exact law, which has every point of the lattice for every truth.
 * @param {import('inbounds').Inbounds} inbounds
 * @param {{ epsilon: number, ends: 'redrawn' | 'clamped' | 'folded', count?: number, uniforms?: Iterator<{ u: number, sign: number }> }} setting uniforms: of the textbook's noise
 * @param {{ signal?: AbortSignal, onProgress?: (share: number) => void }} [watch]
 */
export async function attack(
  { BoundedLaplace, ClampedLaplace, ReflectedLaplace },
  { epsilon, ends, count = OUTPUTS, uniforms = platformUniforms() },
  { signal, onProgress } = {}
) {
  const sampler = { lower: 0, upper: 1, scale: 1 / epsilon, ends }
  const own = new { redrawn: BoundedLaplace, clamped: ClampedLaplace, folded: ReflectedLaplace }[ends]({
    lower: 0,
    upper: 1,
    epsilon
  })
  const found = { outputs: 0, textbook: 0, mistaken: 0, own: 0, largest: 0 }
  while (found.outputs < count) {
    const truth = (found.outputs / SLICE) % 2
    const other = 1 - truth
    const batch = outputsOf(sampler, truth, SLICE, { [Symbol.iterator]: () => ({ next: () => uniforms.next() }) })
    found.textbook += batch.filter((y) => !explains(sampler, other, y)).length
    found.mistaken += batch.filter((y) => !explains(sampler, truth, y)).length // of a sound attack: never
    const [law, neighbour] = [own.at(truth), own.at(other)]
    for (const y of own.privatiseAll(new Array(SLICE).fill(truth))) {
      if (neighbour.pmf(y) === 0) found.own += 1
      found.largest = Math.max(found.largest, law.logPmf(y) - neighbour.logPmf(y))
    }
    found.outputs += SLICE
    onProgress?.(found.outputs / count)
    await new Promise((go) => setTimeout(go, 0))
    signal?.throwIfAborted()
  }
  return found
}

/**
 * @param {import('inbounds').Inbounds} inbounds
 * @param {() => number} promised
 * @param {() => void} changed
 */
export function createPrecision(inbounds, promised, changed) {
  const [start, cancel] = [
    /** @type {HTMLButtonElement} */ (element('attack')),
    /** @type {HTMLButtonElement} */ (element('attack-cancel'))
  ]
  const progress = /** @type {HTMLProgressElement} */ (element('attack-progress'))
  const choice = /** @type {HTMLSelectElement} */ (element('ends'))
  /** @type {AbortController | undefined} */
  let controller

  /** @param {boolean} isRunning */
  function mark(isRunning) {
    const hadFocus = document.activeElement === (isRunning ? start : cancel)
    start.disabled = isRunning
    cancel.disabled = !isRunning
    progress.hidden = !isRunning
    if (hadFocus) (isRunning ? cancel : start).focus()
  }

  async function run() {
    const epsilon = promised()
    if (!(epsilon > 0)) return
    controller = new AbortController()
    mark(true)
    try {
      const ends = /** @type {'redrawn' | 'clamped' | 'folded'} */ (choice.value)
      const onProgress = (/** @type {number} */ share) => {
        progress.value = share
        element('attack-state').textContent =
          `Trying every random number that could explain an output: ${Math.floor(100 * share)}%`
      }
      show(await attack(inbounds, { epsilon, ends }, { signal: controller.signal, onProgress }), epsilon)
    } catch (error) {
      element('attack-state').textContent = controller.signal.aborted ? 'Cancelled.' : ''
      if (!controller.signal.aborted) notice('The attack could not be carried out', error)
    }
    mark(false)
  }

  /** @param {Awaited<ReturnType<typeof attack>>} found @param {number} epsilon */
  function show({ outputs, textbook, mistaken, own, largest }, epsilon) {
    element('attack-state').textContent = ''
    element('attack-table').hidden = false
    const count = whole(outputs)
    datum('textbook-count', outputs, count)
    datum('own-count', outputs, count)
    datum('textbook-share', textbook / outputs, percent(textbook / outputs))
    datum('own-share', own / outputs, own === 0 ? 'none' : percent(own / outputs))
    const words = `${percent(textbook / outputs)} of the textbook outputs are impossible for the other neighbour: they prove the truth, at a promise of ε = ${epsilon} (${mistaken === 0 ? 'the attacker was never mistaken' : `the attacker was mistaken ${mistaken} times`}). Of ours ${own === 0 ? 'none' : own} did, and the most that one of them told is ${largest.toFixed(4)}.`
    element('attack-words').textContent = words
    announce(words)
  }

  start.addEventListener('click', run)
  cancel.addEventListener('click', () => controller?.abort())
  choice.addEventListener('change', changed)
}
