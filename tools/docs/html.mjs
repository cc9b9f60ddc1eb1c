// What every template needs: text that cannot be taken for HTML, and boxes for what may be wider than a phone.

/** @param {string} text */
export function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** The words of a piece of HTML that was made here. @param {string} html */
export function wordsOf(html) {
  return html
    .replace(/<annotation[\s\S]*?<\/annotation>/g, '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}

/**
 * A box that scrolls sideways, so that the page need not. The keyboard has to be able to scroll it, too: it takes the focus
 * and has a name. (web/docs/page/scroll-boxes.js takes both away again where there is nothing to scroll.)
 * @param {'div' | 'span'} tag
 * @param {string} kind
 * @param {string} name
 * @param {string} html
 */
export function scrollBox(tag, kind, name, html) {
  return `<${tag} class="scroll ${kind}" tabindex="0" role="group" aria-label="${escapeHtml(name)}">${html}</${tag}>`
}
