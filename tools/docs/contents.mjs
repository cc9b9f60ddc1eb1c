// The pages of the documentation in the order they are read: this list is the navigation. `source` is the file that a page
// is made of, seen from the root of the repository; its title is the first heading there. Pages of the reference are made
// of the JSDoc: `names` says of what, and `source` is the file to link to. `short` is for the navigation, where titles are long.

/**
 * @typedef {object} Entry
 * @property {string} source
 * @property {string} address where the page is, seen from the folder of the documentation
 * @property {string} [title] of a page of the reference
 * @property {readonly string[]} [names] what a page of the reference is about
 * @property {string} [code] how they are come by
 * @property {string} [heading] what it is listed under on the first page of the reference; otherwise its title
 * @property {string} [short]
 */

/** @type {readonly { title: string, pages: readonly Entry[] }[]} */
export const CONTENTS = [
  {
    title: 'Guide',
    pages: [
      { source: 'web/docs/guide.md', address: 'index.html', short: 'Getting started' },
      { source: 'web/docs/interface.md', address: 'interface.html' },
      { source: 'web/docs/loading.md', address: 'loading.html' },
      { source: 'web/docs/choosing-epsilon.md', address: 'choosing-epsilon.html' },
      { source: 'web/docs/which-mechanism.md', address: 'which-mechanism.html' },
      { source: 'web/docs/collecting.md', address: 'collecting.html' },
      { source: 'web/docs/budget.md', address: 'budget.html' },
      { source: 'web/docs/much-data.md', address: 'much-data.html' },
      { source: 'web/docs/command-line.md', address: 'command-line.html' },
      { source: 'web/docs/posteriors.md', address: 'posteriors.html' },
      { source: 'web/docs/faq.md', address: 'faq.html' },
      { source: 'web/docs/words.md', address: 'words.html' },
      { source: 'web/docs/references.md', address: 'references.html' }
    ]
  },
  {
    title: 'Recipes',
    pages: [
      { source: 'web/docs/recipes/survey-form.md', address: 'recipes/survey-form.html' },
      { source: 'web/docs/recipes/weekly-survey.md', address: 'recipes/weekly-survey.html' },
      { source: 'web/docs/recipes/server.md', address: 'recipes/server.html' }
    ]
  },
  {
    title: 'Reference',
    pages: [
      { source: 'bindings/js/index.js', address: 'reference/index.html', title: 'API reference', names: [] },
      reference('load', ['load', 'LoadOptions', 'Build', 'WasmSource', 'Inbounds'], {
        code: "import { load } from 'inbounds'"
      }),
      mechanism('ReflectedLaplace', 'reflected-laplace'),
      mechanism('BoundedLaplace', 'bounded-laplace'),
      mechanism('BoundedGaussian', 'bounded-gaussian'),
      mechanism('ClampedLaplace', 'clamped-laplace'),
      mechanism('BetaPosterior', 'beta-posterior', 'posterior'),
      mechanism('DirichletPosterior', 'dirichlet-posterior', 'posterior'),
      mechanism('SmoothLaplace', 'smooth-laplace'),
      reference('laws', ['LatticeLaw', 'ContinuousLaw'], {
        title: 'Laws of released values',
        code: 'const law = mechanism.at(truth)'
      }),
      reference('compare', ['compare', 'CompareOptions', 'Comparison', 'Compared', 'Prior', 'MechanismName'], {
        code: fromLoad('compare')
      }),
      reference('streaming', ['StreamOptions', 'Progress', 'Chunks', 'privatiseRecords', 'PrivateRecords'], {
        title: 'Streams and records',
        code: fromLoad('privatiseRecords')
      }),
      ...collector(),
      ...budget(),
      reference('errors', ['ParameterError', 'LoadError', 'EntropyError'], {
        title: 'Errors',
        code: "import { ParameterError, LoadError, EntropyError } from 'inbounds'"
      }),
      {
        source: 'bindings/js/laplace-options.js',
        address: 'reference/types.html',
        title: 'Types',
        names: [
          'LaplaceMechanism',
          'LaplaceOptions',
          'LaplaceScaleOptions',
          'Audit',
          'LaplaceJSON',
          'GaussianOptions',
          'GaussianScaleOptions',
          'GaussianAudit',
          'GaussianJSON',
          'PosteriorOptions',
          'PosteriorAudit',
          'BetaRelease',
          'DirichletRelease',
          'PosteriorJSON',
          'SmoothOptions',
          'SmoothAudit',
          'SmoothJSON',
          'Span',
          'Place'
        ]
      },
      reference('testing', ['loadSeeded'], {
        title: 'Testing',
        code: "import { loadSeeded } from 'inbounds/testing'"
      }),
      { source: 'CHANGELOG.md', address: 'changelog.html' },
      { source: 'SECURITY.md', address: 'security.html' }
    ]
  },
  {
    title: 'Why it is private',
    pages: [
      { source: 'web/docs/report.md', address: 'report.html', short: 'Technical report' },
      { source: 'web/docs/guarantee.md', address: 'guarantee.html' },
      { source: 'web/docs/floating-point.md', address: 'floating-point.html', short: 'Floating point' },
      { source: 'tests/adversary/README.md', address: 'adversary.html' },
      proof('src/mechanisms/reflected_laplace', 'reflected-laplace', 'Reflected Laplace'),
      proof('src/mechanisms/bounded_laplace', 'bounded-laplace', 'Bounded Laplace'),
      proof('src/mechanisms/bounded_gaussian', 'bounded-gaussian', 'Bounded Gaussian'),
      proof('src/mechanisms/clamped_laplace', 'clamped-laplace', 'Clamped Laplace'),
      proof('src/mechanisms/posterior', 'posterior', 'Posteriors'),
      proof('src/mechanisms/smooth_laplace', 'smooth-laplace', 'Smooth Laplace'),
      proof('src/estimation', 'estimation', 'Estimates'),
      proof('bindings/js/budget', 'budget', 'Budgets'),
      proof('src/random', 'draws', 'Exact draws'),
      { source: 'src/published/ERRATA.md', address: 'proofs/errata.html' }
    ]
  }
]

/** What `load()` of the collector's entry gives beside the rest. */
function collector() {
  const given = { heading: 'From reports to statistics' }
  const pageFor = (/** @type {string} */ name) => ({
    ...given,
    title: name,
    code: fromLoad(name, 'inbounds/collector')
  })
  return [
    reference('collector', ['Collector', 'Collecting', 'MechanismLike'], {
      ...given,
      title: 'inbounds/collector',
      code: "import { load } from 'inbounds/collector'"
    }),
    reference('tally', ['Tally', 'TallyOptions', 'TallyJSON'], pageFor('Tally')),
    reference(
      'estimate',
      [
        'estimate',
        'ReportGroup',
        'EstimateOptions',
        'Estimate',
        'Estimated',
        'VectorEstimate',
        'PosteriorGroup',
        'PooledEstimate'
      ],
      { ...pageFor('estimate'), title: 'estimate()' }
    ),
    reference('tally-query', ['tallyQuery', 'TallyQueryOptions', 'TallyRow'], {
      ...pageFor('tallyQuery'),
      title: 'tallyQuery()'
    }),
    reference('reports-needed', ['reportsNeeded', 'errorOf', 'ReportsNeededOptions', 'ErrorOfOptions'], {
      ...pageFor('reportsNeeded'),
      title: 'Planning',
      code: fromLoad('reportsNeeded, errorOf', 'inbounds/collector')
    })
  ]
}

/** What the budget's entry exports. */
function budget() {
  const importFor = (/** @type {string} */ names) => ({
    heading: 'Privacy over time',
    code: `import { ${names} } from 'inbounds/budget'`
  })
  return [
    reference(
      'privacy-budget',
      [
        'PrivacyBudget',
        'BudgetOptions',
        'Costly',
        'Remark',
        'Spent',
        'HistoryEntry',
        'Period',
        'BudgetError',
        'Asked',
        'Left'
      ],
      {
        ...importFor('PrivacyBudget, BudgetError'),
        source: 'bindings/js/budget/privacy-budget.js',
        title: 'PrivacyBudget'
      }
    ),
    reference('memo', ['Memo', 'MemoOptions'], {
      ...importFor('Memo'),
      source: 'bindings/js/budget/memo.js',
      title: 'Memo'
    }),
    reference('stores', ['memoryStore', 'indexedDBStore', 'fileStore', 'Store', 'MemoryStore', 'StoreError'], {
      ...importFor('memoryStore, indexedDBStore, fileStore, StoreError'),
      source: 'bindings/js/budget/stored-account.js',
      title: 'Stores'
    })
  ]
}

/** @param {string} name @param {string} file @param {string} [source] the name of the file where the class is, if another */
function mechanism(name, file, source = file) {
  return reference(file, [name], {
    source: `bindings/js/${source}.js`,
    title: name,
    code: fromLoad(name),
    heading: 'Mechanisms'
  })
}

/** @param {string} name @param {string} [entry] */
function fromLoad(name, entry = 'inbounds') {
  return `import { load } from '${entry}'\nconst { ${name} } = await load()`
}

/** @param {string} file @param {string[]} names @param {Partial<Entry>} rest */
function reference(file, names, rest) {
  return { source: `bindings/js/${file}.js`, address: `reference/${file}.html`, title: `${file}()`, names, ...rest }
}

/** @param {string} folder @param {string} file @param {string} short */
function proof(folder, file, short) {
  return { source: `${folder}/PROOF.md`, address: `proofs/${file}.html`, short }
}
