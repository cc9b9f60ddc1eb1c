import axe from 'axe-core'

/**
 * What axe finds on a page. The browser's own debugger brings it in, so the page's policy stays as strict as it is for visitors.
 * @param {import('playwright-core').Page} page
 * @param {string[]} [runOnly] kinds of rules, all if left out
 */
export async function axeComplaints(page, runOnly) {
  await page.evaluate(axe.source)
  return page.evaluate(async (kinds) => {
    const options = { resultTypes: ['violations'], ...(kinds && { runOnly: kinds }) }
    const { violations } = await globalThis.axe.run(document, options)
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      where: nodes.map(({ target }) => target.join(' '))
    }))
  }, runOnly)
}
