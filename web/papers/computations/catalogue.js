// All that is recomputed of the papers, in the order of the page; `npm run reproduce` and the page read this. What is ours is in report/.

import * as bayesMechanisms from './bayes-mechanisms.js'
import * as bayesStatement1 from './bayes-statement-1.js'
import * as bayesStatement2 from './bayes-statement-2.js'
import * as bayesStatement3 from './bayes-statement-3.js'
import * as chenHaleFigure1 from './chen-hale-figure-1.js'
import * as chenHaleTable1 from './chen-hale-table-1.js'
import * as croftFigure1 from './croft-figure-1.js'
import * as croftFigure2 from './croft-figure-2.js'
import * as croftSection36 from './croft-section-3-6.js'
import * as croftTable2 from './croft-table-2.js'
import * as erratum1 from './erratum-01.js'
import * as erratum2 from './erratum-02.js'
import * as erratum3 from './erratum-03.js'
import * as erratum4 from './erratum-04.js'
import * as erratum5 from './erratum-05.js'
import * as erratum6 from './erratum-06.js'
import * as erratum7 from './erratum-07.js'
import * as erratum8 from './erratum-08.js'
import * as erratum9 from './erratum-09.js'
import * as erratum10 from './erratum-10.js'
import * as holohanFigure1 from './holohan-figure-1.js'
import * as holohanFigure2 from './holohan-figure-2.js'
import * as holohanFigure3 from './holohan-figure-3.js'
import * as holohanFigure4 from './holohan-figure-4.js'

/**
 * @typedef {object} Entry
 * @property {string} id
 * @property {import('./sources.js').Source} paper
 * @property {'figure' | 'table' | 'statement' | 'erratum'} kind
 * @property {string} place in the paper
 * @property {string} title
 * @property {number} [runs] of an experiment with chance: as many as in the paper
 * @property {import('./result.js').Compute} compute
 */

/** @type {(id: string, paper: Entry['paper'], kind: Entry['kind'], place: string, title: string, module: { compute: Entry['compute'] }) => Entry} */
const entry = (id, paper, kind, place, title, { compute }) => ({ id, paper, kind, place, title, compute })

/** @type {readonly Entry[]} */
export const CATALOGUE = [
  entry('holohan-figure-1', 'holohan', 'figure', 'Figure 1', 'Standard and bounded Laplace noise', holohanFigure1),
  {
    ...entry(
      'holohan-figure-2',
      'holohan',
      'figure',
      'Figure 2',
      'A private classifier on Iris: bounding against clamping',
      holohanFigure2
    ),
    runs: holohanFigure2.RUNS
  },
  entry('holohan-figure-3', 'holohan', 'figure', 'Figure 3', 'What normalising costs', holohanFigure3),
  entry('holohan-figure-4', 'holohan', 'figure', 'Figure 4', 'The fixed point of Algorithm 1', holohanFigure4),
  entry(
    'erratum-3',
    'holohan',
    'erratum',
    'Corollary 4.6',
    'Minimal among what (3.1) accepts, not among what is private',
    erratum3
  ),
  entry('erratum-5', 'holohan', 'erratum', '(2.1) and (4.2)', 'The Laplace scale with δ', erratum5),
  entry('croft-figure-1', 'croft', 'figure', 'Figure 1', 'Three classes of constraints', croftFigure1),
  entry('croft-figure-2', 'croft', 'figure', 'Figure 2', 'Truncated and normalised', croftFigure2),
  entry('croft-section-3-6', 'croft', 'statement', 'Section 3.6', 'Why the usual scale will not do', croftSection36),
  entry('croft-table-2', 'croft', 'table', 'Table 2', 'The scale for each class of constraints', croftTable2),
  entry('erratum-1', 'croft', 'erratum', 'Theorem 1', 'The position-dependent scale is not private', erratum1),
  entry(
    'erratum-2',
    'croft',
    'erratum',
    'Corollary 1',
    'With an infinite constraint, the bound is the value',
    erratum2
  ),
  entry('chen-hale-table-1', 'chen-hale', 'table', 'Table 1', 'Variances in the plane', chenHaleTable1),
  entry('chen-hale-figure-1', 'chen-hale', 'figure', 'Figure 1', 'Variance over ε', chenHaleFigure1),
  entry('erratum-4', 'chen-hale', 'erratum', 'Theorems 2.4 and 3.4', 'Two worst cases that never meet', erratum4),
  entry(
    'bayes-statement-1',
    'bayes',
    'statement',
    'Statement I',
    'Distances rise away from the middle',
    bayesStatement1
  ),
  entry(
    'bayes-statement-2',
    'bayes',
    'statement',
    'Statement II',
    'Local sensitivity is the distance outwards',
    bayesStatement2
  ),
  entry('bayes-statement-3', 'bayes', 'statement', 'Statement III', 'Least in the middle', bayesStatement3),
  entry('bayes-mechanisms', 'bayes', 'statement', 'Sections 1.1 to 1.4', 'The mechanisms', bayesMechanisms),
  entry('erratum-6', 'bayes', 'erratum', 'Section 2', 'Three statements, and the middle they are about', erratum6),
  entry('erratum-7', 'bayes', 'erratum', 'Section 1.2', 'Local sensitivity', erratum7),
  entry(
    'erratum-8',
    'bayes',
    'erratum',
    'The poster, and section 1.3',
    'What smooth and varying sensitivity cost',
    erratum8
  ),
  entry('erratum-9', 'bayes', 'erratum', 'Lemma 4.1', 'The dilation of Laplace noise', erratum9),
  entry('erratum-10', 'bayes', 'erratum', 'Candidates, and noise on the count', 'Each candidate once', erratum10)
]
