// Tables of options and properties, and what is said of a function.

import { escapeHtml } from './html.mjs'
import { block, inline } from './markdown.mjs'
import { optionsInOrder } from './reading-order.mjs'
import { typeHtml } from './types.mjs'

/** @typedef {import('./markdown.mjs').Setting & { addressOf: (name: string) => string | undefined }} Setting */
/** @typedef {import('./api.mjs').Member} Member */

/**
 * @param {readonly Member[]} members
 * @param {Setting} setting
 * @param {{ idOf?: (name: string) => string, name: string, withDefaults?: boolean }} wishes
 */
export function memberTable(members, setting, { idOf, name, withDefaults = false }) {
  const head = ['Name', 'Type', 'Meaning', ...(withDefaults ? ['Default'] : [])]
  const rows = (withDefaults ? optionsInOrder(members) : members).map((member) => {
    const id = idOf ? ` id="${escapeHtml(idOf(member.name))}"` : ''
    const { meaning, usual } = withDefaults ? splitDefault(member) : { meaning: member.text, usual: '' }
    const kind = usual.startsWith('required') ? 'default required' : 'default'
    const cells = [
      `<th scope="row" role="rowheader" class="name"><code>${escapeHtml(member.name)}</code></th>`,
      `<td role="cell" class="type"><code>${typeHtml(member.type, setting.addressOf)}</code></td>`,
      `<td role="cell">${inline(meaning, setting)}</td>`,
      withDefaults ? `<td role="cell" class="${kind}">${inline(usual, setting)}</td>` : ''
    ]
    return `<tr role="row"${id}>${cells.join('')}</tr>`
  })
  const columns = head.map((one) => `<th scope="col" role="columnheader">${one}</th>`)
  // The roles keep it a table for screen readers where a narrow screen shows the cells of a row below each other.
  return [
    `<table class="members" role="table" aria-label="${escapeHtml(name)}">`,
    `<thead role="rowgroup"><tr role="row">${columns.join('')}</tr></thead>`,
    `<tbody role="rowgroup">${rows.join('\n')}</tbody></table>\n`
  ].join('')
}

/** The JSDoc of an option ends in "Default: ..." or "Required, unless ..." @param {Member} member */
function splitDefault({ text, optional }) {
  const [, meaning = text, usual, required] =
    /^([\s\S]*?)\.?\s+(?:Default:\s([\s\S]*)|R(equired, [\s\S]*))$/.exec(text) ?? []
  return { meaning, usual: usual ?? (required ? `r${required}` : optional ? '' : 'required') }
}

/**
 * A function: how it is called, what it does, what it takes and gives.
 * @param {string} name as it is called, such as `law.cdf`
 * @param {Member} member
 * @param {Setting} setting
 */
export function functionHtml(name, { signatures = [], text }, setting) {
  const type = (/** @type {any} */ one) => typeHtml(one, setting.addressOf)
  const calls = signatures.map(({ parameters, returns }) => {
    const list = parameters.map((one) => `${escapeHtml(one.name)}${one.optional ? '?' : ''}: ${type(one.type)}`)
    return `<code>${escapeHtml(name)}(${list.join(', ')}): ${type(returns)}</code>`
  })
  const described = signatures.flatMap(({ parameters }) => parameters).filter((one) => one.text !== '')
  const returned = signatures.map(({ returnsText }) => returnsText).find((one) => one !== '')
  const call = `<p class="signature">${calls.join('<br>')}</p>\n`
  return call + block(text, setting) + parametersHtml(described, setting, returned)
}

/**
 * What is said of parameters, and of what is returned.
 * @param {readonly { name: string, text: string }[]} described
 * @param {Setting} setting
 * @param {string} [returned]
 */
export function parametersHtml(described, setting, returned) {
  const parameters = described.map(
    (one) => `<div><dt><code>${escapeHtml(one.name)}</code></dt><dd>${inline(one.text, setting)}</dd></div>`
  )
  if (returned) parameters.push(`<div><dt>returns</dt><dd>${inline(returned, setting)}</dd></div>`)
  return parameters.length > 0 ? `<dl class="parameters">${parameters.join('')}</dl>\n` : ''
}
