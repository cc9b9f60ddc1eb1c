// Pictures with captions: a paragraph that begins with images is a figure, and what follows them in it is the caption. On a
// code host these are images with a line of text below.

import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { between } from '../site/addresses.mjs'
import { escapeHtml, scrollBox } from './html.mjs'

/** Where pictures are in the repository, and where in the documentation. */
export const PICTURES = { source: 'web/docs/figures', address: 'figures' }

/** @param {import('markdown-it').default} md */
export function withFigures(md) {
  md.core.ruler.after('inline', 'figures', findFigures)
  const { rules } = md.renderer
  rules.figure_open = () => '<figure class="picture">'
  rules.figure_close = () => '</figure>\n'
  rules.caption_open = () => '<figcaption>'
  rules.caption_close = () => '</figcaption>'
  rules.image = (tokens, at, options, env, self) => {
    const { src, width, height } = env.picture(tokens[at].attrGet('src'), env.source)
    const alt = self.renderInlineAsText(tokens[at].children ?? [], options, env)
    if (alt === '') throw new Error(`${env.source}: ${src} has no words for those who do not see it`)
    const image = `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" width="${width}" height="${height}">`
    // On a phone it scrolls by itself: made smaller, nobody could read it.
    return scrollBox('div', 'picture-box', 'Figure', image)
  }
}

/** @type {import('markdown-it/lib/parser_core.mjs').RuleCore} */
function findFigures({ tokens, Token, env }) {
  for (const [at, { type, children }] of tokens.entries()) {
    if (type !== 'inline' || children?.[0]?.type !== 'image') continue
    const end = children.findIndex(({ type: kind }) => !['image', 'softbreak', 'hardbreak'].includes(kind))
    if (end < 0) throw new Error(`${env.source}: a picture has its caption in the same paragraph`)
    tokens[at - 1].type = 'figure_open'
    tokens[at + 1].type = 'figure_close'
    tokens[at].children = [
      ...children.slice(0, end).filter(({ type: kind }) => kind === 'image'),
      new Token('caption_open', 'figcaption', 1),
      ...children.slice(end),
      new Token('caption_close', 'figcaption', -1)
    ]
  }
}

/**
 * Where a picture is, seen from the page that names it, and how large it is by itself.
 * @param {string} root of the repository
 * @param {{ target: string, source: string, address: string }} place target: as the source names it; address: of the page
 */
export function pictureAt(root, { target, source, address }) {
  const file = posix.join(posix.dirname(source), target)
  if (!file.startsWith(`${PICTURES.source}/`) || !existsSync(join(root, file)))
    throw new Error(`${source} shows ${target}, and there is no such picture in ${PICTURES.source}`)
  const size = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(readFileSync(join(root, file), 'utf8'))
  if (!size) throw new Error(`${file} does not say how large it is`)
  const src = between(address, file.replace(PICTURES.source, PICTURES.address))
  return { src, width: Number(size[1]), height: Number(size[2]) }
}
