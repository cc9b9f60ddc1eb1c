const SHOWN_FOR = 2000

/**
 * @param {HTMLElement} button
 * @param {HTMLElement} source
 * @param {(words: string) => void} announce
 */
export function createCopyButton(button, source, announce) {
  const label = button.textContent
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer

  button.addEventListener('click', async () => {
    const copied = await copy(source.textContent ?? '')
    if (!copied) getSelection()?.selectAllChildren(source) // then Ctrl+C works
    button.textContent = copied ? 'Copied' : 'Selected'
    announce(copied ? 'Copied to the clipboard.' : 'The code is selected; copy it with your keyboard.')
    clearTimeout(timer)
    timer = setTimeout(() => {
      button.textContent = label
    }, SHOWN_FOR)
  })
}

/** The clipboard is missing without https, and may be forbidden. @param {string} words */
async function copy(words) {
  try {
    await navigator.clipboard.writeText(words)
    return true
  } catch {
    return false
  }
}
