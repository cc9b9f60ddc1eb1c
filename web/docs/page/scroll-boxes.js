const ATTRIBUTES = ['tabindex', 'role', 'aria-label']

/**
 * Boxes that may scroll sideways take the keyboard's focus, so that it can scroll them. Those with nothing to scroll are
 * spared it: nobody wants to press Tab for every formula of a proof.
 */
export function watchScrollBoxes() {
  /** @type {Map<Element, (string | null)[]>} */
  const before = new Map()
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) update(target)
  })
  for (const box of document.querySelectorAll('.scroll')) {
    before.set(
      box,
      ATTRIBUTES.map((name) => box.getAttribute(name))
    )
    observer.observe(box)
  }

  /** @param {Element} box */
  function update(box) {
    const scrolls = box.scrollWidth > box.clientWidth
    if (!scrolls && box === document.activeElement) return
    ATTRIBUTES.forEach((name, at) => {
      const value = before.get(box)?.[at]
      if (scrolls && value) box.setAttribute(name, value)
      else box.removeAttribute(name)
    })
  }
}
