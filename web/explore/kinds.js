// What can be released: each kind has a panel, settings and pictures of its own.

/**
 * What a kind may ask of the page.
 * @typedef {object} Host
 * @property {(entries: [string, unknown][]) => void} write puts settings into the address, soon
 * @property {() => void} forget the settings are impossible: the address stays as it is
 */

/**
 * @typedef {object} Kind
 * @property {(given: ReadonlyMap<string, string>) => void} show with settings from the address, if there are any
 * @property {() => void} hide
 */

export const KINDS = /** @type {const} */ (['number', 'point', 'counts', 'statistic'])
/** @typedef {typeof KINDS[number]} KindName */
