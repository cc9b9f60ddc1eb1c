import { readFile } from 'node:fs/promises'
import { Headings } from '../../docs/headings.mjs'
import { block } from '../../docs/markdown.mjs'

const source = 'src/published/ERRATA.md'

/** The sections of ERRATA.md as HTML, by the id that the catalogue has for them. @returns {Promise<Map<string, string>>} */
export async function errataTexts() {
  const text = await readFile(new URL(`../../../${source}`, import.meta.url), 'utf8')
  const sections = text.split(/^(?=## )/m).flatMap((section) => {
    const number = /^## (\d+)\. .*\n/.exec(section)
    if (!number) return []
    // Links lead into the repository, which is where the report was written, but not where it has to stay: their words are enough.
    const html = block(section.slice(number[0].length), { source, headings: new Headings(), resolve: () => undefined })
    return [/** @type {[string, string]} */ ([`erratum-${number[1]}`, html])]
  })
  return new Map(sections)
}
