import { createLineChart } from '../charts/line-chart.js'
import { datum, element } from '../controls/elements.js'
import { significant } from '../wording/figures.js'
import { deltasOf } from './findings.js'
import * as wording from './wording.js'

/** @typedef {import('./findings.js').Findings} Findings */

/** What an audit found, in words and pictures. */
export function createResults() {
  const lossChart = createLineChart(element('loss-chart'), {
    lines: [{ colour: 'law', width: 2.5 }],
    yTitle: 'privacy loss',
    xTitle: 'output'
  })
  const deltaChart = createLineChart(element('delta-chart'), {
    lines: [{ colour: 'law', width: 2.5 }],
    xTitle: 'ε',
    yTitle: 'exact δ'
  })
  let turn = 0

  /** @param {Findings} findings */
  function show(findings) {
    const { worst, noise, curve } = findings
    datum('exact-epsilon', worst.epsilon, significant(worst.epsilon, 6))
    datum('exact-delta', worst.delta, significant(worst.delta, 6))
    datum('exact-scale', noise, significant(noise, 6))
    text('noise-name', wording.noiseName(findings))
    text('worst-words', wording.worstWords(findings))
    text('belief-words', wording.beliefWords(findings))
    text('tight-words', wording.tightWords(findings))
    element('loss-figure').hidden = !curve
    if (curve) {
      const { xs, losses, at } = curve
      const line = { colour: /** @type {const} */ ('muted'), dash: [4, 4] }
      const max = 1.15 * Math.max(worst.epsilon, ...losses.map((loss) => Math.abs(loss ?? 0)))
      const dot =
        at === undefined || worst.delta > 0
          ? []
          : [{ x: at, y: worst.epsilon, colour: /** @type {const} */ ('truth'), words: 'worst' }]
      const marks = [
        { ...line, y: worst.epsilon, ...(dot.length === 0 && { words: 'ε' }) },
        { ...line, y: -worst.epsilon, words: '−ε' },
        ...dot
      ]
      lossChart.show({ xs, ys: [losses], y: [-max, max], marks })
      text('loss-words', wording.lossWords(findings))
      element('loss-chart').setAttribute(
        'aria-label',
        `Privacy loss of the worst pair over the ${curve.xTitle}. ${wording.lossWords(findings)}`
      )
    }
    showDeltas(findings)
  }

  /** In slices, since each point can take a while; a newer audit ends it. @param {Findings} findings */
  async function showDeltas(findings) {
    const mine = ++turn
    const points = []
    let since = performance.now()
    for (const point of deltasOf(findings)) {
      points.push(point)
      if (performance.now() - since < 25) continue
      await new Promise((go) => setTimeout(go, 0))
      if (mine !== turn) return
      since = performance.now()
    }
    const marks = Number.isFinite(findings.pure)
      ? [{ x: findings.pure, colour: /** @type {const} */ ('truth'), words: 'exact ε' }]
      : []
    const known = points.map(({ delta }) => delta ?? 0)
    deltaChart.show({
      xs: points.map(({ epsilon }) => epsilon),
      ys: [points.map(({ delta }) => delta)],
      y: [0, 1.1 * Math.max(...known, 1e-12)],
      marks
    })
    const words = wording.deltaWords(findings, points)
    text('delta-words', words)
    const chart = element('delta-chart')
    chart.setAttribute('aria-label', `Exact delta over epsilon. ${words}`)
    chart.dataset.of = String(findings.worst.epsilon) // for whoever waits for it
  }

  return {
    show,
    /** @param {boolean} current */
    mark(current) {
      element('stale-note').hidden = current
      element('content').classList.toggle('stale', !current)
    }
  }
}

/** @param {string} id @param {string} words */
function text(id, words) {
  element(id).textContent = words
}
