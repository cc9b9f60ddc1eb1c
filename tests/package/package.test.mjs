// What a user gets: the tarball, installed in an empty folder, used as the README says.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { newCustomer } from './customer.mjs'

let folder
let packed
let leave
before(async () => {
  ;({ folder, packed, leave } = await newCustomer())
})
after(() => leave?.())

async function runs(code) {
  await writeFile(join(folder, 'customer.mjs'), code)
  return execFileSync(process.execPath, ['customer.mjs'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
}

test('the tarball has what is needed and nothing else', () => {
  const allowed = [
    /^(package\.json|LICENSE|CITATION\.cff|(README|CHANGELOG|CONTRIBUTING|SECURITY|THIRD_PARTY_NOTICES)\.md)$/,
    /^src\/.*\/(PROOF|ERRATA)\.md$/,
    /^bindings\/js\/budget\/PROOF\.md$/,
    /^web\/docs\/.*\.md$/,
    /^web\/docs\/figures\/.*\.svg$/,
    /^dist\/(index|node|inline|(testing|collector)(-node|-inline)?|budget(-node)?|shared-\w+)\.js$/,
    /^dist\/(streaming-web|streaming-no-workers|inbounds-worker|worker-node|cli|cli-thread)\.js$/,
    /^dist\/inbounds(-collector)?\.wasm$/,
    /^dist\/types\/(budget\/)?[\w-]+\.d\.ts$/
  ]
  const paths = packed.files.map(({ path }) => path)
  for (const path of paths)
    assert.ok(
      allowed.some((rule) => rule.test(path)),
      `${path} does not belong in the package`
    )
  for (const path of [
    'LICENSE',
    'README.md',
    'THIRD_PARTY_NOTICES.md',
    'dist/inbounds.wasm',
    'dist/inbounds-collector.wasm',
    'dist/inbounds-worker.js',
    'dist/worker-node.js',
    'dist/cli.js',
    'dist/cli-thread.js',
    'dist/types/index.d.ts',
    'dist/types/collector.d.ts'
  ]) {
    assert.ok(paths.includes(path), `${path} is missing`)
  }
})

test('every file that package.json points to is there', async () => {
  const installed = join(folder, 'node_modules/inbounds')
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  const targets = (entry) => (typeof entry === 'string' ? [entry] : Object.values(entry).flatMap(targets))
  for (const target of targets([manifest.exports, manifest.bin]))
    assert.ok(existsSync(join(installed, target)), `${target} is missing`)
  assert.equal(manifest.dependencies, undefined, 'no runtime dependencies')
  const changelog = await readFile(join(installed, 'CHANGELOG.md'), 'utf8')
  assert.ok(changelog.includes(`\n## ${manifest.version}\n`), `the changelog says nothing of ${manifest.version}`)
  const citation = await readFile(new URL('../../CITATION.cff', import.meta.url), 'utf8')
  assert.ok(citation.includes(`\nversion: ${manifest.version}\n`), `CITATION.cff is not of ${manifest.version}`)
})

test('it loads, draws and audits', async () => {
  const output = await runs(`
    import { load } from 'inbounds'
    const { ReflectedLaplace } = await load()
    const age = new ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1, granularity: 1 })
    const value = age.privatise(37)
    console.log(JSON.stringify({ scale: age.scale.toFixed(3), whole: Number.isInteger(value), inside: value >= 0 && value <= 120, audited: age.audit().epsilon.toFixed(9) }))
  `)
  assert.deepEqual(JSON.parse(output), { scale: '72.701', whole: true, inside: true, audited: '1.000000000' })
})

test('every mechanism is there, with spans, delta and the metric guarantee', async () => {
  const output = await runs(`
    import { load } from 'inbounds'
    const { ReflectedLaplace, BoundedLaplace, ClampedLaplace } = await load()
    const made = [
      new ReflectedLaplace({ spans: [[9, 12], [14, 18]], epsilon: 1, delta: 1e-6, sensitivity: 1 }),
      new BoundedLaplace({ spans: [[9, 12], [14, 18]], epsilon: 1, delta: 1e-6, sensitivity: 1 }),
      new BoundedLaplace({ lower: 0, upper: Infinity, epsilon: 1, sensitivity: 1, guarantee: 'metric' }),
      new ClampedLaplace({ lower: 0, upper: 120, epsilon: 1 })
    ]
    for (const mechanism of made) {
      const copy = mechanism.constructor.fromJSON(JSON.stringify(mechanism))
      const { epsilon, delta } = copy.audit()
      const y = copy.privatise(10)
      const possible = copy.spans.some(([from, to]) => y >= from && y <= to)
      console.log(mechanism.constructor.name, possible && epsilon <= 1 && delta <= 1e-6)
    }
  `)
  assert.equal(output, 'ReflectedLaplace true\nBoundedLaplace true\nBoundedLaplace true\nClampedLaplace true\n')
})

test('the entry for collectors loads, and has all that the main one has', async () => {
  const output = await runs(`
    import { load } from 'inbounds'
    import { load as loadCollector } from 'inbounds/collector'
    const [main, collector] = [await load(), await loadCollector()]
    const missing = Object.keys(main).filter((name) => typeof collector[name] !== typeof main[name])
    const { scale } = new collector.ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1, granularity: 1 })
    console.log(JSON.stringify({ missing, scale: scale.toFixed(3), version: collector.build.version === main.build.version }))
  `)
  assert.deepEqual(JSON.parse(output), { missing: [], scale: '72.701', version: true })
})

test('a budget is there, and what it keeps in a file is there for the next process', async () => {
  const code = `
    import { load } from 'inbounds'
    import { PrivacyBudget, Memo, fileStore } from 'inbounds/budget'
    const { ReflectedLaplace } = await load()
    const age = new ReflectedLaplace({ lower: 0, upper: 120, epsilon: 0.5, granularity: 1 })
    const budget = new PrivacyBudget({ epsilon: 1, store: fileStore('budget.json') })
    const answer = await new Memo({ budget }).privatise('age', age, 37)
    console.log(JSON.stringify([answer, (await budget.spent()).epsilon]))
  `
  const [first, second] = [await runs(code), await runs(code)].map((output) => JSON.parse(output))
  assert.deepEqual(second, first)
  assert.equal(first[1], 0.5)
})

test('a mistake gives its sentence there, too', async () => {
  const output = await runs(`
    import { load, ParameterError } from 'inbounds'
    const { BoundedLaplace } = await load()
    try { new BoundedLaplace({ lower: 0, upper: 120, epsilon: 0 }) } catch (error) { console.log(error instanceof ParameterError, error.message) }
  `)
  assert.equal(output.trim(), 'true epsilon must be greater than 0, got 0')
})

test('the command line is installed, and works as the README says', async () => {
  const readme = await readFile(join(folder, 'node_modules/inbounds/README.md'), 'utf8')
  const [, words] = /^npx inbounds (privatise .*) > private\.csv$/m.exec(readme)
  await writeFile(join(folder, 'people.csv'), 'name,age\n"Lee, Kim",37\nAda,\n')
  const command = join(folder, 'node_modules/.bin/inbounds')
  const output = execFileSync(command, words.split(' '), { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
  assert.match(output, /^name,age\n"Lee, Kim",\d{1,3}\nAda,\n$/)
  const { version } = JSON.parse(await readFile(join(folder, 'node_modules/inbounds/package.json'), 'utf8'))
  assert.equal(execFileSync(command, ['--version'], { encoding: 'utf8' }), `${version}\n`)
})

test('privatiseStream has its threads there', async () => {
  const output = await runs(`
    import { load } from 'inbounds'
    const { ReflectedLaplace } = await load()
    const age = new ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1 })
    let workers
    const values = await age.privatiseStream(new Float64Array(300_000), { workers: 2, onProgress: (now) => { workers = now.workers } })
    console.log(values.length, workers)
  `)
  assert.equal(output, '300000 2\n')
})

test('the seeded entry loads and is reproducible', async () => {
  const output = await runs(`
    import { loadSeeded } from 'inbounds/testing'
    const draw = async () => new (await loadSeeded(5)).BoundedLaplace({ lower: 0, upper: 1, epsilon: 1 }).privatise(0.5)
    console.log(await draw() === await draw())
  `)
  assert.equal(output.trim(), 'true')
})
