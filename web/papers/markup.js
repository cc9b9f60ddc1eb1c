/**
 * An element with attributes and what is in it.
 * @param {string} tag
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} content
 */
export function make(tag, attributes = {}, ...content) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...content)
  return made
}
