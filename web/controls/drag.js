const DELIBERATE = 6 // pixels, before a finger is taken to drag

/**
 * Reports where the pointer is while it is held down: a press sets, dragging goes on. A finger has to tap or to move
 * sideways: it may only be scrolling the page (hence `touch-action: pan-y` in the style).
 * @param {HTMLElement} surface
 * @param {(x: number, y: number) => void} report in pixels from the left and the upper edge of the surface
 */
export function onDrag(surface, report) {
  /** @type {{ id: number, x: number, y: number, dragging: boolean } | undefined} */
  let held

  /** @param {PointerEvent} event */
  const tell = (event) => {
    const { left, top } = surface.getBoundingClientRect()
    report(event.clientX - left, event.clientY - top)
  }

  surface.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !event.isPrimary) return
    surface.setPointerCapture(event.pointerId)
    held = { id: event.pointerId, x: event.clientX, y: event.clientY, dragging: event.pointerType === 'mouse' }
    if (held.dragging) tell(event)
  })
  surface.addEventListener('pointermove', (event) => {
    if (event.pointerId !== held?.id) return
    const [across, along] = [Math.abs(event.clientX - held.x), Math.abs(event.clientY - held.y)]
    held.dragging ||= across > DELIBERATE && across > along
    if (held.dragging) tell(event)
  })
  surface.addEventListener('pointerup', (event) => {
    if (event.pointerId !== held?.id) return
    held = undefined
    tell(event)
  })
  // The browser took the gesture for scrolling.
  surface.addEventListener('pointercancel', () => {
    held = undefined
  })
}
