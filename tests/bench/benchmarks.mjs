// The benchmarks, in the order in which they are run and read.

export const benchmarks = [
  'sampling',
  'diffprivlib',
  'calibration',
  'gaussian',
  'posterior',
  'collector',
  'streams',
  'cli',
  'budget',
  'package',
  'page',
  'timing',
  'accuracy'
]

/** Takes minutes of both processors, and has tables of its own. */
export const onlyByName = ['accuracy']

/** Those of a peer that not everybody has. */
export const mayBeSkipped = ['diffprivlib']

/** What a benchmark says before it is run: the rows that the README shows are those of its constant inReadme. */
export async function readmeRowsOf(name) {
  const { inReadme = {} } = await import(`./${name}.bench.mjs`)
  return Object.values(inReadme)
}
