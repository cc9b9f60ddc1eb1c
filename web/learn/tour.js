import { element } from '../controls/elements.js'

// One step at a time. Which one is in the address, so that a step can be sent, and the browser's own buttons work.

const TYPES = 'input, select, textarea, [role=slider]' // where arrow keys have a meaning already

/** @typedef {{ id: string, open: () => void }} Step open: makes its picture, once it can be seen */

/** @param {readonly Step[]} steps in their order; each has a section with its id in the page */
export function createTour(steps) {
  const [back, next] = [element('back'), element('next')]
  const links = document.querySelectorAll('.steps a')
  const site = document.title
  const opened = new Set()
  let current = 0

  /** @param {number} at */
  const headingOf = (at) => element(`${steps[at]?.id}-title`)

  /** @param {number} at */
  function show(at) {
    current = at
    for (const [other, { id }] of steps.entries()) element(id).hidden = other !== at
    for (const [other, link] of links.entries()) {
      if (other === at) link.setAttribute('aria-current', 'step')
      else link.removeAttribute('aria-current')
    }
    const title = headingOf(at).textContent
    element('progress').textContent = `Step ${at + 1} of ${steps.length}`
    document.title = at === 0 ? site : `${title} · ${site}`
    label(back, 'Back', at - 1)
    label(next, 'Next', at + 1)
    open(at)
  }

  /**
   * @param {HTMLElement} button
   * @param {string} word
   * @param {number} to
   */
  function label(button, word, to) {
    const leads = to >= 0 && to < steps.length
    button.toggleAttribute('disabled', !leads)
    button.textContent = leads && word === 'Next' ? `${word}: ${headingOf(to).textContent}` : word
  }

  /** @param {number} at */
  function open(at) {
    const step = steps[at]
    if (!step || opened.has(step.id)) return
    opened.add(step.id)
    step.open()
  }

  /** Whoever hears the page, or uses keys, goes on from the heading. */
  function arrive() {
    const heading = headingOf(current)
    heading.focus({ preventScroll: true })
    const { top } = heading.getBoundingClientRect()
    if (top < 0 || top > innerHeight / 2) element('progress').scrollIntoView()
  }

  /** The step that the address names; the first one if it names none. */
  function fromAddress() {
    const named = steps.findIndex(({ id }) => `#${id}` === location.hash)
    show(Math.max(named, 0))
    return named >= 0
  }

  /** @param {number} by */
  function turn(by) {
    const step = steps[current + by]
    if (step) location.hash = step.id
  }

  back.addEventListener('click', () => turn(-1))
  next.addEventListener('click', () => turn(1))
  document.addEventListener('keydown', (event) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const modified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
    if (by === 0 || modified || event.defaultPrevented) return
    if (event.target instanceof Element && event.target.matches(TYPES)) return
    event.preventDefault()
    turn(by)
  })
  addEventListener('hashchange', () => {
    if (location.hash === '#content') return // the link over the navigation
    fromAddress()
    arrive()
  })
  if (fromAddress()) arrive()
}
