// The same work elsewhere, ready to copy.

/** @typedef {import('./settings.js').Chosen} Chosen */

/**
 * @typedef {object} Done what was done
 * @property {string} fileName
 * @property {readonly Chosen[]} columns
 * @property {number | undefined} total the epsilon that was divided, if it was
 * @property {{ hasHeader: boolean, delimiter: string }} reading
 * @property {readonly string[]} missing words
 */

/** @param {Done} done */
export function commandOf({ fileName, columns, total, reading, missing }) {
  const { privateFile, mechanismFile } = namesFor(fileName)
  const fromHere = fileName.startsWith('-') ? `./${fileName}` : fileName
  const isDivided = total !== undefined && columns.length > 1
  const kinds = new Set(columns.map(({ kind }) => kind))
  const hasSteps = columns.some(({ options }) => options.granularity !== undefined)
  const lines = [
    `npx inbounds privatise ${word(fromHere)}`,
    ...(reading.hasHeader ? [] : ['--no-header']),
    ...(reading.delimiter === ','
      ? []
      : [`--delimiter ${reading.delimiter === '\t' ? 'tab' : word(reading.delimiter)}`]),
    ...missing.map((one) => option('missing', one)),
    ...columns.map(({ place, name, kind, options, mechanism, share }) =>
      [
        option('column', reading.hasHeader ? name : String(place + 1)),
        option('lower', String(options.lower)),
        option('upper', String(options.upper)),
        // An option is given for all columns or for none.
        ...(hasSteps ? [option('granularity', String(mechanism.granularity))] : []),
        ...(kinds.size > 1 ? [option('mechanism', kind)] : []),
        ...(isDivided ? [option('share', String(Number(share)))] : []),
        ...(total === undefined ? [option('epsilon', String(options.epsilon))] : [])
      ].join(' ')
    ),
    ...(kinds.size === 1 && !kinds.has('ReflectedLaplace') ? [option('mechanism', [...kinds].join())] : []),
    ...(total === undefined ? [] : [option('epsilon', String(total))]),
    `${option('output', privateFile)} ${option('save', mechanismFile)}`
  ]
  return lines.join(' \\\n  ')
}

/** @param {Done} done */
export function snippetOf({ columns, reading }) {
  const kinds = [...new Set(columns.map(({ kind }) => kind))]
  const entries = columns.map(({ place, name, kind, options }) => {
    const key = reading.hasHeader ? name : `column${place + 1}`
    const inside = Object.entries(options).map(([option, value]) => `${option}: ${value}`)
    return `  ${/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)}: new ${kind}({ ${inside.join(', ')} })`
  })
  return `import { load } from 'inbounds'
const { ${kinds.join(', ')}, privatiseRecords } = await load()
const mechanisms = {
${entries.join(',\n')}
}
// rows: an array of objects, as your CSV reader gives them; numbers as numbers, missing ones as null
const { records, epsilon } = await privatiseRecords(rows, mechanisms)`
}

/** What the files are called. @param {string} fileName */
export function namesFor(fileName) {
  const [, stem = fileName, ending = ''] = /^(.+?)(\.[^.]*)?$/s.exec(fileName) ?? []
  return { privateFile: `${stem}.private${ending || '.csv'}`, mechanismFile: `${stem}.mechanisms.json` }
}

/** What collectors need: one mechanism as it is, several by the names of their columns, as `--save` writes it. @param {Done} done */
export function mechanismsText({ columns, reading }) {
  const [first, ...others] = columns
  const all = columns.map(({ place, name, mechanism }) => [reading.hasHeader ? name : String(place + 1), mechanism])
  return `${JSON.stringify(others.length === 0 ? first?.mechanism : Object.fromEntries(all), null, 2)}\n`
}

/** @param {string} name @param {string} value */
function option(name, value) {
  // `--missing -99` is understood; what begins with two dashes has to be tied to its option.
  return value.startsWith('--') ? `--${name}=${word(value)}` : `--${name} ${word(value)}`
}

/** A word of a shell. @param {string} text */
function word(text) {
  return /^[\w./:@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
