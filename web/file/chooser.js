import { element, input } from '../controls/elements.js'

/**
 * A file, chosen or dropped.
 * @param {(file: File) => void} take
 * @param {(message: string) => void} refuse
 */
export function createChooser(take, refuse) {
  const place = element('drop')
  const field = input('file')
  let depth = 0 // the pointer enters children before it leaves their parent

  field.addEventListener('change', () => {
    const [file] = field.files ?? []
    if (file) take(file)
    field.value = '' // so that the same file can be chosen again once it was mended
  })

  // A file that misses its place would make the browser leave the page for it.
  for (const type of ['dragover', 'drop']) addEventListener(type, (event) => event.preventDefault())
  addEventListener('dragenter', () => mark(++depth))
  addEventListener('dragleave', () => mark(--depth))
  addEventListener('drop', (event) => {
    depth = 0
    mark(0)
    const files = event.dataTransfer?.files ?? []
    const [file] = files
    if (files.length > 1) return refuse(`one file at a time, please: these are ${files.length}`)
    if (file) take(file)
    else refuse('that is no file; drop a CSV file from your disk')
  })

  /** @param {number} inside */
  function mark(inside) {
    place.classList.toggle('over', inside > 0)
  }
}
