// All that the pages of the documentation have of scripts. They work without.
import { keepForOffline } from '../../site/offline.js'
import { addCopyButtons } from './copy-buttons.js'
import { watchScrollBoxes } from './scroll-boxes.js'

revealCurrentPage()
addCopyButtons()
watchScrollBoxes()
keepForOffline()

/** The list of pages may be longer than the window: it is scrolled to where the reader is. The page itself stays. */
function revealCurrentPage() {
  const list = document.querySelector('.contents')
  const current = list?.querySelector('[aria-current]')
  if (!list || !current) return
  const below = current.getBoundingClientRect().bottom - innerHeight
  if (below > 0) list.scrollTop += below + innerHeight / 4
}
