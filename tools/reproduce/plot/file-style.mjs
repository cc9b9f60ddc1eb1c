// The style of a chart that is a file of its own: the palette of the page, and how charts use it.

import { readFileSync } from 'node:fs'

const read = (/** @type {string} */ file) => readFileSync(new URL(file, import.meta.url), 'utf8')

/** Without comments, in one line. @param {string} css */
const short = (css) =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .trim()

export const FILE_STYLE = `${short(read('../../../web/style/palette.css'))} ${short(read('plot.css'))}`
