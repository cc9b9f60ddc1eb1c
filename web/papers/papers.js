import { element } from '../controls/elements.js'
import { announce, notice, startView } from '../site/start.js'
import { Cancelled, startCalculator } from './calculator.js'
import { CATALOGUE } from './computations/catalogue.js'
import { SOURCES } from './computations/sources.js'
import { createEntryPanel } from './entry-panel.js'
import { make } from './markup.js'
import { createOverview } from './overview.js'
import { offerRuns } from './rerun.js'

/** @param {import('./calculator.js').Calculator} calculator */
function start(calculator) {
  const panels = CATALOGUE.map(createEntryPanel)
  const overview = createOverview(panels)
  element('papers').replaceChildren(...Object.entries(SOURCES).map(([source, about]) => section(source, about, panels)))

  /**
   * @param {import('./entry-panel.js').EntryPanel} panel
   * @param {{ runs?: number, signal?: AbortSignal }} [wishes]
   */
  async function compute(panel, wishes = {}) {
    panel.begin()
    try {
      const result = await calculator.compute(panel.entry.id, { ...wishes, onProgress: panel.advance })
      panel.show(result)
      panel.rest('')
      overview.tell(panel.entry.id, result.verdict.outcome)
      if (wishes.runs) announce(`${panel.name} is computed. ${result.verdict.words}`)
    } catch (error) {
      const cancelled = error instanceof Cancelled
      panel.rest(cancelled ? 'Cancelled: this is what was computed until then.' : 'This could not be computed.')
      if (cancelled) announce('Cancelled.')
      else notice(`${panel.name} could not be computed`, error)
    }
  }

  for (const panel of panels) {
    if (panel.entry.runs) offerRuns(panel, (runs, signal) => compute(panel, { runs, signal }))
  }
  const findPanel = () => panels.find(({ entry }) => `#${entry.id}` === location.hash)
  const show = () => findPanel()?.panel.scrollIntoView()
  addEventListener('hashchange', show)
  computeAll(findPanel())

  /** What somebody came for is computed first. @param {import('./entry-panel.js').EntryPanel | undefined} first */
  async function computeAll(first) {
    for (const panel of first ? [first, ...panels.filter((one) => one !== first)] : panels) {
      await compute(panel)
      if (panel === first) show()
    }
  }
}

/**
 * @param {string} source
 * @param {typeof SOURCES[keyof typeof SOURCES]} about
 * @param {readonly import('./entry-panel.js').EntryPanel[]} panels
 */
function section(source, { authors, title, where, about }, panels) {
  const own = panels.filter(({ entry }) => entry.paper === source).map(({ panel }) => panel)
  const id = `paper-${source}`
  return make(
    'section',
    { class: 'paper', 'aria-labelledby': id },
    make('h2', { id }, title),
    make('p', { class: 'note' }, `${authors}. ${where}.`),
    make('p', {}, about),
    ...own
  )
}

await startView(startCalculator, start)
