import { between } from './addresses.mjs'
import { frame } from './frame.mjs'

/**
 * A view of the page as a document: what its folder says, between what all views have.
 * @param {import('./views.mjs').View} view
 * @param {string} content the text of its view.html
 * @param {string} assets
 */
export function viewPage({ name, address, title, description }, content, assets) {
  const notices = between(address, 'THIRD_PARTY_NOTICES.md')
  return frame({
    address,
    title,
    description,
    assets,
    bundle: name,
    computes: true,
    body: `  <main id="content" tabindex="-1">
    <noscript><p class="notice">This page computes everything on your device, so it needs JavaScript.</p></noscript>
    <p class="notice" id="notice" role="alert"></p>
${content.trimEnd()}
  </main>
  <p class="visually-hidden" id="announcer" role="status"></p>`,
    footer: `    <p>Everything is computed on this device: no cookies, no tracking, and nothing that you enter leaves the page. After the first visit it works offline, too.</p>
    <p>Charts are drawn with uPlot, © Leon Sorokin, MIT licence (<a href="${notices}">all notices</a>).</p>`
  })
}
