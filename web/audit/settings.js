import { element, input } from '../controls/elements.js'
import { DEFAULTS, KINDS } from './options.js'

/** The fields of the audit, of which those are shown that matter. */
export function createSettings() {
  const form = /** @type {HTMLFormElement} */ (element('audit-form'))
  const radios = /** @type {RadioNodeList} */ (form.elements.namedItem('noise'))
  const names = Object.keys(DEFAULTS).filter((name) => name !== 'noise')
  form.addEventListener('submit', (event) => event.preventDefault())

  /** @returns {import('./options.js').Fields} */
  const read = () => ({ ...Object.fromEntries(names.map((name) => [name, input(name).value])), noise: radios.value })

  /** Only what the mechanism has. */
  function arrange() {
    const fields = read()
    const kind = KINDS[fields.mechanism ?? ''] ?? 'laplace'
    const noise = kind === 'smooth' ? 'calibrated' : fields.noise
    for (const place of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-for], [data-noise]'))) {
      const kinds = place.dataset.for?.split(' ')
      place.hidden =
        (kinds && !kinds.includes(kind)) || (place.dataset.noise !== undefined && place.dataset.noise !== noise)
    }
    element('scale-label').textContent =
      { posterior: 'Temperature', gaussian: 'Standard deviation' }[/** @type {'posterior'} */ (kind)] ?? 'Scale'
  }

  return {
    read,
    /** @param {import('./options.js').Fields} given the rest is as on a first visit */
    fill(given) {
      const fields = { ...DEFAULTS, ...given }
      for (const name of names) input(name).value = fields[name] ?? ''
      if (!input('mechanism').value) input('mechanism').value = DEFAULTS.mechanism ?? ''
      for (const name of ['guarantee', 'method', 'calibration'])
        if (!input(name).value) input(name).value = DEFAULTS[name] ?? ''
      radios.value = fields.noise === 'calibrated' ? 'calibrated' : 'given'
      arrange()
    },
    /** @param {() => void} tell */
    onChange(tell) {
      form.addEventListener('input', () => {
        arrange()
        tell()
      })
    }
  }
}
