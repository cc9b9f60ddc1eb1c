// The papers, in the order of the page.

/** @typedef {'holohan' | 'croft' | 'chen-hale' | 'bayes'} Source */

/** @type {Readonly<Record<Source, { authors: string, title: string, where: string, about: string }>>} */
export const SOURCES = {
  holohan: {
    authors: 'N. Holohan, S. Antonatos, S. Braghin, P. Mac Aonghusa',
    title: 'The bounded Laplace mechanism in differential privacy',
    where: 'Journal of Privacy and Confidentiality 10(1), 2020',
    about:
      'Laplace noise that is drawn again until it falls between the bounds needs a larger scale than usual. The paper finds it.'
  },
  croft: {
    authors: 'W. L. Croft, J.-R. Sack, W. Shi',
    title: 'Differential privacy via a truncated and normalized Laplace mechanism',
    where: 'Journal of Computer Science and Technology 37, 2022',
    about:
      'The same with gaps and open ends: where a value cannot be, no noise falls. One of its scales depends on the true value, and is not private.'
  },
  'chen-hale': {
    authors: 'B. Chen, M. Hale',
    title: 'The bounded Gaussian mechanism for differential privacy',
    where: 'Journal of Privacy and Confidentiality 14(1), 2024',
    about:
      'Normal noise on an interval, and on a box for several numbers at once. For small ε, a third of its variance is enough.'
  },
  bayes: {
    authors: 'Anonymous authors',
    title: 'Differentially private Bayesian inference',
    where: 'an unfinished draft; a poster at TPDP 2018 came of it',
    about:
      'What was learnt from counts is released as the posterior of other counts near by. It prints no results, but statements that can be counted out.'
  }
}
