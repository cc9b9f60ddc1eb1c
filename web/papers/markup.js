/**
 * An element with attributes and what is in it.
 * @param {string} tag
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} content
 */
export function make(tag, attributes = {}, ...content) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value)
  node.append(...content)
  return node
}
