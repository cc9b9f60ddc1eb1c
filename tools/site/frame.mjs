// What every document of the site has, views and documentation alike: its head with the policy, the navigation, and where
// the text begins. No script is needed for any of it.

import { escapeHtml } from '../docs/html.mjs'
import { between, folderBetween } from './addresses.mjs'
import { DOCUMENTATION, VIEWS } from './views.mjs'

/** What runs is the site's own: the service worker keeps it for offline use. WebAssembly is for the views. */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'worker-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'"
}
const COMPUTING = { 'script-src': "'self' 'wasm-unsafe-eval'", 'connect-src': "'self'" }

/**
 * @typedef {object} Framed
 * @property {string} address seen from the root of the site
 * @property {string} title
 * @property {string} description
 * @property {string} assets the folder of scripts and styles, seen from the root of the site
 * @property {string} bundle the name of its script and its style sheet there
 * @property {boolean} [computes] whether it loads WebAssembly
 * @property {string} body what follows the navigation; it has an element with the id "content"
 * @property {string} footer
 */

/** @param {Framed} page */
export function frame({ address, title, description, assets, bundle, computes = false, body, footer }) {
  const to = (/** @type {string} */ target) => between(address, target)
  return `<!doctype html>
<html lang="en-GB">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${policy(computes)}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="referrer" content="no-referrer">
  <meta name="description" content="${escapeHtml(description)}">
  <title>${escapeHtml(title)}</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="${to(`${assets}/${bundle}.css`)}">
  <script type="module" src="${to(`${assets}/${bundle}.js`)}"></script>
</head>
<body class="${bundle}">
  <a class="skip" href="#content">Skip to the content</a>
  <header class="bar">
    <a class="wordmark" href="${folderBetween(address, 'index.html')}" aria-label="inbounds, the first page">inbounds</a>
    <nav class="views" aria-label="Main">${navigation(address)}</nav>
  </header>
${body}
  <footer>
${footer}
  </footer>
</body>
</html>
`
}

/** @param {string} address */
function navigation(address) {
  const inDocumentation = address.startsWith('docs/')
  const item = (/** @type {{ address: string, label: string }} */ one) => {
    // Within the documentation, its first page is not the one that is read.
    const here = one.address === address ? ' aria-current="page"' : ''
    const within = !here && inDocumentation && one === DOCUMENTATION ? ' aria-current="true"' : ''
    return `<li><a href="${folderBetween(address, one.address)}"${here}${within}>${one.label}</a></li>`
  }
  return `<ul>${[...VIEWS, DOCUMENTATION].map(item).join('')}</ul>`
}

/** @param {boolean} computes */
function policy(computes) {
  const rules = { ...POLICY, ...(computes && COMPUTING) }
  return Object.entries(rules)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}
