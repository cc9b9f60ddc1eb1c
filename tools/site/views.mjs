// The documents of the page, in the order of the navigation. Each is a folder of web/ with view.html (what its <main> holds),
// a script and a style sheet that have its name. Files there whose names end in -worker.js are bundled for themselves.

/**
 * @typedef {object} View
 * @property {string} name of its folder in web/
 * @property {string} address seen from the root of the site
 * @property {string} label in the navigation
 * @property {string} title
 * @property {string} description
 */

/** @type {readonly View[]} */
export const VIEWS = [
  {
    name: 'explore',
    address: 'index.html',
    label: 'Explore',
    title: 'inbounds: private noise that stays in bounds',
    description:
      'See exactly what differentially private noise releases, how far off it is, and what it gives away. Everything is computed on your device.'
  },
  {
    name: 'learn',
    address: 'learn/index.html',
    label: 'Learn',
    title: 'Learn what private noise does · inbounds',
    description:
      'What epsilon is, why bounds matter, what bias is, who adds the noise, how to choose epsilon, and why not to ask twice: a short tour with live pictures.'
  },
  {
    name: 'file',
    address: 'file/index.html',
    label: 'File',
    title: 'Privatise a file on your own device · inbounds',
    description:
      'Make columns of a CSV file private without uploading it: choose bounds and epsilon, look at what changes, and download the result.'
  },
  {
    name: 'audit',
    address: 'audit/index.html',
    label: 'Audit',
    title: 'Audit: what a mechanism really gives away · inbounds',
    description:
      'The worst case of any mechanism at any scale, computed and not sampled, and what textbook implementations of private noise get wrong, live.'
  },
  {
    name: 'papers',
    address: 'papers/index.html',
    label: 'Papers',
    title: 'Papers: their tables and figures, computed again · inbounds',
    description:
      'Tables and figures of the papers on bounded private noise, computed again in your browser, with the tight results beside them.'
  }
]

export const DOCUMENTATION = { address: 'docs/index.html', label: 'Docs' }
