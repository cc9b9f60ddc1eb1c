import { load } from 'inbounds'
import { afterPause } from '../controls/after-pause.js'
import { createCopyButton } from '../controls/copy.js'
import { element } from '../controls/elements.js'
import { readFragment, writeFragment } from '../site/fragment.js'
import { announce, startView } from '../site/start.js'
import { createCountsKind } from './counts/counts.js'
import { KINDS } from './kinds.js'
import { createNumberKind } from './number/number.js'
import { createPointKind } from './point/point.js'
import { createStatisticKind } from './statistic/statistic.js'

const MAKERS = {
  number: createNumberKind,
  point: createPointKind,
  counts: createCountsKind,
  statistic: createStatisticKind
}

/** @typedef {import('./kinds.js').KindName} KindName */

/** @param {import('inbounds').Inbounds} inbounds */
function start(inbounds) {
  /** @type {Partial<Record<KindName, import('./kinds.js').Kind>>} */
  const kinds = {}
  /** @type {KindName} */
  let current = 'number'
  /** @type {[string, unknown][]} */
  let latest = []

  const write = () => {
    writeFragment(latest)
    element('link').textContent = location.href
  }
  const writeSoon = afterPause(400, write)

  /** @param {KindName} kind @returns {import('./kinds.js').Host} */
  const host = (kind) => ({
    write(entries) {
      latest = [...(kind === 'number' ? [] : [/** @type {[string, unknown]} */ (['kind', kind])]), ...entries]
      writeSoon()
    },
    forget: writeSoon.cancel
  })

  /** @param {KindName} kind @param {ReadonlyMap<string, string>} given */
  function show(kind, given) {
    if (kind !== current) kinds[current]?.hide()
    current = kind
    for (const name of KINDS) element(`kind-${name}`).hidden = name !== kind
    const radio = document.querySelector(`input[name=kind][value=${kind}]`)
    if (radio instanceof HTMLInputElement) radio.checked = true
    kinds[kind] ??= MAKERS[kind](inbounds, host(kind))
    kinds[kind].show(given)
  }

  function fromAddress() {
    const { kind = 'number', ...given } = Object.fromEntries(readFragment())
    show(KINDS.find((name) => name === kind) ?? 'number', new Map(Object.entries(given)))
  }

  document.querySelector('.kinds')?.addEventListener('input', (event) => {
    const { value } = /** @type {HTMLInputElement} */ (event.target)
    show(/** @type {KindName} */ (value), new Map())
  })
  // Whoever copies at once gets what is shown now.
  element('copy-link').addEventListener('click', write, { capture: true })
  createCopyButton(element('copy-link'), element('link'), announce)
  addEventListener('hashchange', fromAddress)
  fromAddress()
  writeSoon.cancel() // nobody has changed anything yet
}

await startView(load, start)
