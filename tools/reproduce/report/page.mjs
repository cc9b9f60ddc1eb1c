// The report: one file that opens from anywhere, without a script and without a network.

import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { REPORT } from '../../../web/papers/computations/report/catalogue.js'
import { SOURCES } from '../../../web/papers/computations/sources.js'
import { escapeHtml } from '../../docs/html.mjs'
import { entrySection, nameOf } from './entry.mjs'
import { errataTexts } from './errata.mjs'
import { statusBadge, totalsOf } from './verdicts.mjs'

/** @typedef {import('../run.mjs').Reproduced} Reproduced */
/** @typedef {{ build: import('inbounds').Build, sha256: string, date: Date, seed: number }} About */

/** @param {readonly Reproduced[]} done @param {About} about */
export async function reportPage(done, about) {
  const css = await styleSheet()
  const errata = await errataTexts()
  const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'; img-src data:; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="en-GB">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${policy}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="referrer" content="no-referrer">
  <title>The papers, reproduced · inbounds</title>
  <link rel="icon" href="data:,">
  <style>${css}</style>
</head>
<body class="report">
  <a class="skip" href="#content">Skip to the content</a>
  <header class="bar"><span class="wordmark">inbounds</span></header>
  <main id="content" tabindex="-1">
    <div class="masthead">
      <h1>The papers, reproduced</h1>
      <p class="lead">What the papers on bounded private noise print, beside what comes out when it is computed again from this package, with a verdict for each; our tight results beside it; every erratum with its counterexample; and what our own report claims.</p>
      <p class="promise">What the papers print has a column of its own: numbers as they stand there, sentences in few words. The texts of the errata are quoted. All other numbers were computed by the run that wrote this file, from the package; what it does not have, as it is not private or not ours, by the formulas of the papers, which is said where it is so.</p>
    </div>
${summary(done)}
${provenance(about)}
${Object.entries({ ...SOURCES, report: REPORT })
  .map(([source, words]) => paper(source, words, done, errata))
  .join('\n')}
  </main>
  <footer><p>Written by <code>npm run reproduce</code>. The numbers of each part are in <code>numbers/</code>, the figures and their points in <code>figures/</code>, beside this file.</p></footer>
</body>
</html>
`
}

/** @param {readonly Reproduced[]} done */
function summary(done) {
  const rows = done.map(({ entry, result, judgement }) => {
    const { reproduced, explained, unexpected } = judgement.counts
    return `<tr>
  <th scope="row"><a href="#${entry.id}">${escapeHtml(`${shortNames[entry.paper]}, ${nameOf(entry)}`)}</a></th>
  <td data-label="Verdict">${statusBadge(judgement)}</td>
  <td class="count" data-label="Come out">${reproduced} of ${reproduced + explained + unexpected}</td>
  <td class="words" data-label="In words">${escapeHtml(result.verdict.words)}</td>
</tr>`
  })
  return `<section class="panel overview" aria-labelledby="summary-title">
  <h2 id="summary-title">At a glance</h2>
  <p>${totalsOf(done)}</p>
  <table class="rows summary">
    <caption class="visually-hidden">Every part of the papers that was computed, with its verdict</caption>
    <thead><tr><th scope="col">Part</th><th scope="col">Verdict</th><th scope="col">Come out</th><th scope="col">In words</th></tr></thead>
    <tbody>
${rows.join('\n')}
    </tbody>
  </table>
</section>`
}

/** @param {About} about */
function provenance({ build, sha256, date, seed }) {
  const facts = {
    Version: build.version,
    Compiler: build.compiler,
    Boost: build.boost,
    Flags: build.flags,
    'inbounds.wasm, SHA-256': sha256,
    'Run by': `Node ${process.versions.node}, ${process.platform} ${process.arch}`,
    Seed: `${seed}, by inbounds/testing: the same seed gives the same files`,
    Date: date.toISOString().slice(0, 10)
  }
  const items = Object.entries(facts).map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`)
  return `<section class="panel provenance" aria-labelledby="provenance-title">
  <h2 id="provenance-title">What computed it</h2>
  <dl>${items.join('')}</dl>
</section>`
}

/**
 * @param {string} source
 * @param {typeof SOURCES[keyof typeof SOURCES]} words
 * @param {readonly Reproduced[]} done
 * @param {Awaited<ReturnType<typeof errataTexts>>} errata
 */
function paper(source, { authors, title, where, about }, done, errata) {
  const ids = new Set(done.map(({ entry }) => entry.id))
  const own = done.filter(({ entry }) => entry.paper === source)
  if (own.length === 0) return ''
  return `<section class="paper" aria-labelledby="paper-${source}">
  <h2 id="paper-${source}">${escapeHtml(title)}</h2>
  <p class="note">${escapeHtml(`${authors}. ${where}.`)}</p>
  <p>${escapeHtml(about)}</p>
${own.map((one) => entrySection(one, { errata, ids })).join('\n')}
</section>`
}

/** The style of the page of the papers, which has the same parts. */
async function styleSheet() {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('report.css', import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    logLevel: 'warning'
  })
  return outputFiles[0].text.trim()
}

const shortNames = {
  holohan: 'Holohan et al.',
  croft: 'Croft et al.',
  'chen-hale': 'Chen & Hale',
  bayes: 'Draft',
  report: 'Ours'
}
