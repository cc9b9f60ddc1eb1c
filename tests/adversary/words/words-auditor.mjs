// The sampler as a function of its random words. On small lattices, for every truth, the share of words that lead to each output
// is found to within a few words of 2^64, and compared with the law that the proofs state and with the privacy that is claimed.
// Everything goes through the public interface; the words go in through crypto.getRandomValues.

import { auditBatches } from './batches.mjs'
import { auditBox } from './box.mjs'
import { auditFine } from './fine.mjs'
import { auditFailingSource, auditRefusals, auditStreams } from './independence.mjs'
import { auditLaws, TOLERANCE } from './laws-auditor.mjs'
import { auditPrivacy } from './privacy.mjs'
import { SteeredSource } from './steered-source.mjs'
import { latticeOf, subjects } from './subjects.mjs'
import { auditTruths } from './truths.mjs'

/**
 * @param {() => Promise<any>} load
 * @param {typeof subjects} [chosen]
 * @param {number} [enough] after how many findings to stop
 * @returns {Promise<{ mechanism: string, what: string, claimed: unknown, found: unknown }[]>}
 */
export async function audit(load, chosen = subjects, enough = Number.POSITIVE_INFINITY) {
  const findings = []
  const source = new SteeredSource()
  try {
    const library = await load()
    const usual = new library.BoundedLaplace({ lower: 0, upper: 1, epsilon: 1, granularity: 0.25 })
    const steering = { source, makeRoom: (words) => source.makeRoom(words, () => usual.privatise(0.5)) }
    for (const subject of chosen) {
      guard(findings, `${subject.kind} ${format(subject.options)}`, (report) =>
        auditSubject(subject, new library[subject.kind](subject.options), steering, report)
      )
      if (findings.length >= enough) return findings
    }
    guard(findings, 'BoundedGaussian in a box', (report) => auditBox(library, steering, report))
    guard(findings, 'BoundedLaplace on a fine lattice', (report) => auditFine(library, steering, report))
    if (source.leftOver > 0) findings.push(findingOfWords('every mechanism', source.leftOver))
    source.leftOver = 0
    for (const kind of ['ReflectedLaplace', 'BoundedLaplace', 'ClampedLaplace', 'BoundedGaussian']) {
      const fresh = await load()
      guard(findings, kind, (report) => auditFailingSource(fresh[kind], source, report))
    }
  } catch (error) {
    findings.push({ mechanism: 'any', what: 'the audit ended early', claimed: 'that it ends', found: error.message })
  } finally {
    source.restore()
  }
  return findings
}

const format = (options) =>
  JSON.stringify(options, (_, value) => (Object.is(Math.abs(value), Infinity) ? `${value}` : value))

const findingOfWords = (mechanism, found) => ({
  mechanism,
  what: 'words were still in memory when the next block was asked for',
  claimed: 0,
  found
})

/** What throws is a finding, too: nothing here throws in a package that is whole. */
function guard(findings, mechanism, act) {
  const report = (what, claimed, found) => findings.push({ mechanism, what, claimed, found })
  try {
    act(report)
  } catch (error) {
    report('what its words do could not be found out', 'that it can', error.message)
  }
}

function auditSubject(subject, mechanism, steering, report) {
  const { laws, beside } = auditLaws(subject, mechanism, steering, report)
  auditPrivacy(mechanism, laws, TOLERANCE, report)
  auditTruths(subject, mechanism, latticeOf({ ...subject.options, spans: mechanism.spans }), steering, report)
  auditBatches(subject.kind, mechanism, beside, steering, report)
  if (subject.kind === 'BoundedGaussian') auditRefusals(mechanism, beside, steering, report)
  else auditStreams(mechanism, subject.words, steering, report)
}
