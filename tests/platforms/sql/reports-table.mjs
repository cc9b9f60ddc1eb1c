// Real reports in a table of DuckDB, as many as a large survey has, at about 0.1 µs each. Ways that were measured, for 10^8
// reports on two cores: this one 13 s, with 1.2 GB for a table in memory (0.7 GB for one in a file, with a memory_limit of
// 512 MB); a Parquet file 6 s, for a page of code about its format; CSV 76 s, and INSERT of literals 20 minutes, both scaled
// up from fewer.

import { DOUBLE, DuckDBDataChunk } from '@duckdb/node-api'

const BATCH = 2 ** 20 // reports that are in JavaScript at a time
const ROWS = 2048 // the most that a chunk of DuckDB holds

/**
 * Makes a table `reports` with a column `x` of doubles, and fills it with what people's devices would send.
 * @param {import('@duckdb/node-api').DuckDBConnection} connection
 * @param {{ privatiseAll: (truths: Float64Array, options: { into: Float64Array }) => Float64Array }} mechanism
 * @param {(person: number) => number} truthOf the true value of a person, from 0 to count - 1
 * @param {number} count
 * @param {(reports: Float64Array) => void} [seen] is given each batch that goes into the table, whose array is used again
 */
export async function reportsTable(connection, mechanism, truthOf, count, seen = () => {}) {
  await connection.run('CREATE TABLE reports (x DOUBLE NOT NULL)')
  const appender = await connection.createAppender('reports')
  const chunk = DuckDBDataChunk.create([DOUBLE])
  for (const reports of batches(mechanism, truthOf, count)) {
    seen(reports)
    for (let at = 0; at < reports.length; at += ROWS) {
      const rows = reports.subarray(at, at + ROWS)
      chunk.reset()
      chunk.rowCount = rows.length
      chunk.setColumnValues(0, rows)
      appender.appendDataChunk(chunk)
    }
  }
  appender.closeSync()
}

function* batches(mechanism, truthOf, count) {
  const truths = new Float64Array(Math.min(BATCH, count))
  const reports = new Float64Array(truths.length)
  for (let from = 0; from < count; from += truths.length) {
    const length = Math.min(truths.length, count - from)
    for (let at = 0; at < length; ++at) truths[at] = truthOf(from + at)
    yield mechanism.privatiseAll(truths.subarray(0, length), { into: reports.subarray(0, length) })
  }
}
