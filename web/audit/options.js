import { ParameterError } from 'inbounds'

// From what is written in the fields to what the library takes. What is empty is left to the library.

/**
 * The names of the classes, with what kind of fields they have.
 * @type {Readonly<Record<string, 'laplace' | 'gaussian' | 'posterior' | 'smooth'>>}
 */
export const KINDS = {
  ReflectedLaplace: 'laplace',
  BoundedLaplace: 'laplace',
  ClampedLaplace: 'laplace',
  BoundedGaussian: 'gaussian',
  BetaPosterior: 'posterior',
  DirichletPosterior: 'posterior',
  SmoothLaplace: 'smooth'
}

/** @typedef {Record<string, string>} Fields as they are on the page, by id; `noise` is 'calibrated' or 'given' */

/** On a first visit. @type {Fields} */
export const DEFAULTS = {
  mechanism: 'BoundedLaplace',
  lower: '0',
  upper: '1',
  gaps: '',
  sensitivity: '0.1',
  granularity: '',
  guarantee: 'dp',
  prior: '1, 1',
  trials: '20',
  method: 'geometric',
  smoothing: '',
  values: '1, 2, 4, 7, 11',
  noise: 'given',
  scale: '0.1',
  epsilon: '1',
  delta: '0',
  calibration: 'tight'
}

/** Which fields matter, so that the others stay out of the address. @param {Fields} fields */
export function relevant(fields) {
  const kind = KINDS[fields.mechanism ?? ''] ?? 'laplace'
  const domain = {
    laplace: ['lower', 'upper', 'gaps', 'sensitivity', 'granularity', 'guarantee', 'noise'],
    gaussian: ['lower', 'upper', 'sensitivity', 'granularity', 'noise'],
    posterior: ['prior', 'trials', 'method', 'smoothing', 'noise'],
    smooth: ['values', 'smoothing']
  }[kind]
  const noise = fields.noise === 'given' && kind !== 'smooth' ? ['scale'] : ['epsilon', 'delta', 'calibration']
  return ['mechanism', ...domain, ...noise]
}

/**
 * @param {Fields} fields
 * @returns {{ name: string, kind: typeof KINDS[string], options: Record<string, unknown> }}
 */
export function optionsOf(fields) {
  const name = fields.mechanism ?? ''
  const kind = KINDS[name]
  if (!kind) throw new ParameterError('mechanism', name, `mechanism must be one of the list, got ${name}`)
  const given = fields.noise === 'given' && kind !== 'smooth'
  const amount = kind === 'posterior' ? 'temperature' : 'scale'
  const noise = given
    ? { [amount]: number('scale', fields.scale) }
    : {
        epsilon: number('epsilon', fields.epsilon),
        delta: number('delta', fields.delta),
        calibration: fields.calibration
      }
  return { name, kind, options: withoutEmpty({ ...domainOf(kind, fields), ...noise }) }
}

/** @param {typeof KINDS[string]} kind @param {Fields} fields */
function domainOf(kind, fields) {
  if (kind === 'smooth')
    return { values: numbers('values', fields.values), smoothing: optional('smoothing', fields.smoothing) }
  if (kind === 'posterior') {
    const { method } = fields
    const smoothing = method === 'smooth' ? optional('smoothing', fields.smoothing) : undefined
    return { prior: numbers('prior', fields.prior), trials: number('trials', fields.trials), method, smoothing }
  }
  const [lower, upper] = [numbers('lower', fields.lower), numbers('upper', fields.upper)]
  const single = lower.length === 1 && upper.length === 1
  const bounds = single ? { lower: lower[0], upper: upper[0] } : { lower, upper }
  const rest = {
    sensitivity: optional('sensitivity', fields.sensitivity),
    granularity: optional('granularity', fields.granularity)
  }
  if (kind === 'gaussian') return { ...bounds, ...rest }
  const list = single ? undefined : lower.length > 1 ? 'lower' : 'upper'
  if (list)
    throw new ParameterError(list, fields[list], `${list} must be one number for Laplace noise, got ${fields[list]}`)
  return { ...bounds, ...rest, gaps: gapsOf(fields.gaps), guarantee: fields.guarantee }
}

/** @param {string | undefined} text "12 to 14, 18 to 20" */
function gapsOf(text = '') {
  if (text.trim() === '') return undefined
  return text.split(',').map((part) => {
    const ends = part.split(/\bto\b|–|\.\./)
    if (ends.length !== 2)
      throw new ParameterError('gaps', text, `gaps must be written as 12 to 14, 18 to 20, got ${text}`)
    return ends.map((end) => number('gaps', end))
  })
}

/** @param {string} name @param {string | undefined} text */
function optional(name, text = '') {
  return text.trim() === '' ? undefined : number(name, text)
}

/** @param {string} name @param {string | undefined} text */
function numbers(name, text = '') {
  return text
    .split(/[,;\s]+/)
    .filter(Boolean)
    .map((part) => number(name, part))
    .concat(text.trim() === '' ? [number(name, text)] : [])
}

/**
 * @param {string} name
 * @param {string | undefined} text
 */
export function number(name, text = '') {
  const written = text.trim().replace('−', '-').replace('∞', 'inf')
  const fraction = /^1\s*\/\s*(\d+)$/.exec(written) // a step of 1/3 cannot be written with decimals
  if (fraction) return 1 / Number(fraction[1])
  if (/^[+-]?inf(inity)?$/i.test(written))
    return written.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  const value = written === '' ? Number.NaN : Number(written)
  if (Number.isNaN(value))
    throw new ParameterError(name, value, `${name} must be a number, got ${text.trim() || 'nothing'}`)
  return value
}

/** @param {Record<string, unknown>} options */
function withoutEmpty(options) {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}
