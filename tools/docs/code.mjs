// Blocks of code, coloured at build time by classes, with the name of their file as a caption: ```js title="worker.js"

import highlighter from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import cpp from 'highlight.js/lib/languages/cpp'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import { escapeHtml, scrollBox } from './html.mjs'

const LANGUAGES = { js: javascript, ts: typescript, sh: bash, html: xml, json, cpp }
for (const [name, language] of Object.entries(LANGUAGES)) highlighter.registerLanguage(name, language)
// HTML holds scripts, which the highlighter looks up by this name.
highlighter.registerLanguage('javascript', javascript)

/** @param {string} code @param {string} [info] what stands after the fence: a language, perhaps a title */
export function codeBlock(code, info = '') {
  const [language = ''] = info.split(/\s/, 1)
  const title = /\btitle="([^"]*)"/.exec(info)?.[1]
  const name = title ? `Code: ${title}` : 'Code'
  const caption = title ? `<figcaption>${escapeHtml(title)}</figcaption>` : ''
  const pre = `<pre><code>${highlight(code.trimEnd(), language)}</code></pre>`
  return `<figure class="code">${caption}${scrollBox('div', 'code-box', name, pre)}</figure>\n`
}

/** @param {string} code @param {string} language */
export function highlight(code, language) {
  return language in LANGUAGES ? highlighter.highlight(code, { language }).value : escapeHtml(code)
}
