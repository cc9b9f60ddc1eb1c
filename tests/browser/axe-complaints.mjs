import axe from 'axe-core'

/**
 * What axe finds on a page. The browser's own debugger brings it in, so the page's policy stays as strict as it is for visitors.
 * @param {import('playwright-core').Page} page
 */
export async function axeComplaints(page) {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ['violations'] })
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      where: nodes.map(({ target }) => target.join(' '))
    }))
  })
}

/**
 * What axe finds in the colours of a page, of which it sees one piece of text for each combination of them that there is. That
 * takes a quarter of the time, and is enough where only colours differ from a page that axe has seen as a whole.
 * @param {import('playwright-core').Page} page
 */
export async function axeComplaintsOfColours(page) {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const include = oneOfEachKind()
    const options = { resultTypes: ['violations'], runOnly: ['cat.color'] }
    const { violations } = await globalThis.axe.run({ include }, options)
    return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))

    function oneOfEachKind() {
      const kinds = new Map()
      const grounds = new Map([[null, '']])
      for (const one of document.querySelectorAll('body *')) {
        const hasText = [...one.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
        if (!hasText || !one.checkVisibility()) continue
        const { color, fontSize, fontWeight, textDecorationLine } = getComputedStyle(one)
        const around = one.matches('a') ? getComputedStyle(one.parentElement).color : 'no link'
        const kind = [color, fontSize, fontWeight, textDecorationLine, around, groundOf(one, grounds)].join()
        if (!kinds.has(kind)) kinds.set(kind, one)
      }
      return [...kinds.values()]
    }

    /** All that is painted behind an element, from the outermost on. */
    function groundOf(one, grounds) {
      if (!grounds.has(one)) {
        const { backgroundColor, backgroundImage, opacity } = getComputedStyle(one)
        const own = [backgroundColor, backgroundImage, opacity].join(' ')
        const isNothing = own === 'rgba(0, 0, 0, 0) none 1'
        grounds.set(one, groundOf(one.parentElement, grounds) + (isNothing ? '' : `/${own}`))
      }
      return grounds.get(one)
    }
  })
}
