// What the technical report (web/docs/report.md) claims, computed: `npm run reproduce` and the report's own tool read this. The page of the papers
// does not: it shows what others have printed, and needs no collector.

import * as collector from './collector.js'
import * as deltaScales from './delta-scales.js'
import * as errors from './errors.js'
import * as gaussianVariance from './gaussian-variance.js'
import * as sampling from './sampling.js'
import * as scales from './scales.js'
import * as spectrum from './spectrum.js'
import * as windows from './windows.js'

/** @typedef {Omit<import('../catalogue.js').Entry, 'paper' | 'kind'> & { paper: 'report', kind: 'own' }} Entry a claim of ours */

export const REPORT = {
  authors: 'inbounds',
  title: 'The technical report',
  where: 'docs/report.html of the page, web/docs/report.md of the repository',
  about:
    'What is claimed to be new here: its figures and tables, and each closed form beside sums over all pairs and outputs of small lattices.'
}

/** @type {(id: string, place: string, title: string, module: { compute: Entry['compute'] }) => Entry} */
const entry = (id, place, title, { compute }) => ({ id, paper: 'report', kind: 'own', place, title, compute })

/** @type {readonly Entry[]} */
export const REPORT_CATALOGUE = [
  entry('report-scales', 'Section 3', 'The smallest private scales, δ = 0', scales),
  entry('report-spectrum', 'Section 3', 'The spectrum of reflected noise', spectrum),
  entry('report-delta-scales', 'Section 4', 'Scales with δ > 0', deltaScales),
  entry('report-gaussian-variance', 'Section 5', 'The variance of bounded Gaussian noise', gaussianVariance),
  entry('report-sampling', 'Section 7', 'What single outputs prove', sampling),
  entry('report-collector', 'Section 8', 'Statistics from reports', collector),
  entry('report-errors', 'Section 9', 'The error of a single answer', errors),
  entry('report-windows', 'Section 9', 'Another kind of noise, in local mode', windows)
]
