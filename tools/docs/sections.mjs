// A part of a document as a page of its own.

/**
 * The section of that title, which becomes the title of the page; what is below it moves up along with it.
 * @param {string} text
 * @param {string} title
 * @param {string} source for the sentence, if there is none
 */
export function sectionOf(text, title, source) {
  const section = text.split(/^(?=## )/m).find((part) => part.startsWith(`## ${title}\n`))
  if (section === undefined)
    throw new Error(`${source} has no section "${title}", which is a page of the documentation`)
  return section.replace(/^#(?=#+ )/gm, '')
}
