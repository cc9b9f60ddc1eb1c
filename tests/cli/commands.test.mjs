// What each command says, compared with what the library says.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { load } from 'inbounds/collector'
import { COMMANDS } from '../../bindings/cli/command-options.js'
import { WALK } from '../../bindings/cli/help.js'
import { AGE, inFolder, run } from './command.mjs'

const { ReflectedLaplace, BoundedLaplace, BetaPosterior, BoundedGaussian, SmoothLaplace, compare } = await load()
const age = { lower: 0, upper: 120, granularity: 1, epsilon: 1 }
const plain = (value) => JSON.parse(JSON.stringify(value))

test('help goes to standard output, and names every command', async () => {
  for (const words of [['--help'], ['-h'], ['help']]) {
    const { code, output, errors } = await run(words)
    assert.equal(code, 0)
    assert.equal(errors, '')
    for (const name of Object.keys(COMMANDS)) assert.match(output, new RegExp(`^  ${name} +\\w`, 'm'))
    assert.match(output, /Epsilon says how much/)
    assert.match(output, /Exit codes:\n {2}0 /)
  }
})

test('help of a command has every option that the command takes, and examples that it understands', async () => {
  for (const [name, { options, examples }] of Object.entries(COMMANDS)) {
    const { code, output } = await run(['help', name])
    assert.equal(code, 0)
    assert.equal((await run([name, '--help'])).output, output)
    for (const option of Object.keys(options)) assert.match(output, new RegExp(`^ {2}--${option}\\b`, 'm'), option)
    for (const example of examples) {
      assert.ok(output.includes(example))
      const used = [...example.matchAll(/ --([a-z-]+)/g)].map(([, option]) => option)
      for (const option of used) assert.ok(option in options, `${name} has no --${option}`)
    }
  }
})

test('the examples of the general help can be run one after the other', () =>
  inFolder(async (folder) => {
    assert.ok((await run(['--help'])).output.includes(WALK.map((line) => `  ${line}\n`).join('')))
    folder.write('people.csv', `name,age\n${'Ada,36\nKim,52\n'.repeat(300)}`)
    for (const line of WALK) {
      const [, command, file] = /^inbounds (.*?)(?: > (\S+))?$/.exec(line)
      const { code, output, errors } = await run(command.split(' '), { folder })
      assert.equal(code, 0, `${line}: ${errors}`)
      if (file) folder.write(file, output)
      else assert.ok(output !== '' || command.includes('--output'), line)
    }
    assert.equal(folder.read('private.csv').split('\n').length, 602)
    assert.deepEqual(new Set(WALK.map((line) => line.split(' ')[1])), new Set(Object.keys(COMMANDS)))
  }))

test('privatise takes the metric guarantee', () =>
  inFolder(async (folder) => {
    folder.write('people.csv', 'age\n37\n')
    const words = ['--column', 'age', ...AGE, '--guarantee', 'metric', '--sensitivity', '10', '--save', 'age.json']
    assert.equal((await run(['privatise', 'people.csv', ...words], { folder })).code, 0)
    const { guarantee, rate } = JSON.parse(folder.read('age.json'))
    const metric = new ReflectedLaplace({ ...age, sensitivity: 10, guarantee: 'metric' })
    assert.deepEqual({ guarantee, rate }, { guarantee: 'metric', rate: metric.toJSON().rate })
  }))

test('the document has every command and every option, and no other', () => {
  const text = readFileSync(new URL('../../web/docs/command-line.md', import.meta.url), 'utf8')
  const known = new Set(Object.values(COMMANDS).flatMap(({ options }) => Object.keys(options)))
  for (const name of Object.keys(COMMANDS)) assert.ok(text.includes(`inbounds ${name}`), name)
  for (const option of known) assert.ok(text.includes(`--${option}`), `--${option} is not in the document`)
  const elsewhere = ['version', 'check'] // of inbounds itself, and of npm run bench
  for (const [, option] of text.matchAll(/(?<![\w-])--([a-z][a-z-]*)/g)) {
    assert.ok(known.has(option) || elsewhere.includes(option), `there is no --${option}`)
  }
})

test('without a command, help goes to standard error', async () => {
  const { code, output, errors } = await run([])
  assert.equal(code, 2)
  assert.equal(output, '')
  assert.match(errors, /^inbounds: differentially private noise/)
})

test('the version is that of the package', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  assert.deepEqual(await run(['--version']), { code: 0, signal: null, output: `${version}\n`, errors: '' })
})

const mistakes = [
  [['privatize'], "there is no command 'privatize'; did you mean 'privatise'?"],
  [['xyzzy'], "there is no command 'xyzzy'; there are privatise, estimate, compare, calibrate, audit, budget, help"],
  [['--verson'], "there is no option '--verson'; did you mean '--version'?"],
  [['help', 'audt'], "there is no command 'audt'; did you mean 'audit'?"],
  [['compare', '--epsilo', '1'], "compare has no option '--epsilo'; did you mean '--epsilon'?"],
  [['compare', '-x'], /^compare has no option '-x'; there are --lower, /],
  [['compare', '--lower'], 'lower must have a value, as in --lower NUMBER, and it has none'],
  [['compare', '--lower', '--upper', '3'], 'lower must have a value, as in --lower NUMBER, and it has none'],
  [['compare', '--json=yes'], "json must be given without a value, got 'yes'"],
  [['compare', '--lower', '0', '--lower', '1'], 'lower must be given once, got it twice'],
  [['compare', 'file.csv'], "compare takes no file, got 'file.csv'"],
  [['audit', 'one.json', 'two.json'], "audit takes one file, got 'two.json'"],
  [['compare', '--lower', 'low', '--upper', '3', '--epsilon', '1'], "lower must be a number, got 'low'"],
  [
    ['compare', '--lower', '0,5', '--upper', '3', '--epsilon', '1'],
    "lower must be a number, got '0,5'; write it with a decimal point, as 0.5"
  ],
  [['compare', '--lower', '0x10', '--upper', '30', '--epsilon', '1'], "lower must be a number, got '0x10'"],
  [
    ['compare', '--spans', '9-12', '--epsilon', '1'],
    "spans must be two numbers with .. between them, as in 9..12, got '9-12'"
  ],
  [['compare', '--lower', '0', '--upper', '3'], 'epsilon is required and must be a number (or give an rmse)'],
  [
    ['compare', '--lower', '0', '--upper', '3', '--epsilon', '1', '--rmse', '1'],
    'give either epsilon or rmse, not both'
  ],
  [['calibrate', '--lower', '0', '--upper', '3'], 'epsilon is required: how much may be given away'],
  [
    ['calibrate', '--lower', '0', '--upper', '3', '--epsilon', '1', '--sensitivity', '9'],
    'sensitivity must be at most upper - lower (3), got 9'
  ],
  [
    ['calibrate', ...AGE, '--mechanism', 'ReflectedLaplac'],
    "there is no mechanism 'ReflectedLaplac'; did you mean 'ReflectedLaplace'?"
  ],
  [
    ['calibrate', ...AGE, '--mechanism', 'BetaPosterior'],
    /^mechanism must be one for numbers .*, which is for counts$/
  ],
  [
    ['calibrate', ...AGE, '--mechanism', 'BoundedGaussian', '--guarantee', 'metric'],
    /^BoundedGaussian has no option 'guarantee'/
  ],
  [['audit', '--lower', '0', '--upper', '3'], 'scale is required, or a file that calibrate --json wrote'],
  [['audit', 'm.json', '--lower', '0'], "lower must be left out with the file 'm.json', which says it"],
  [['estimate'], 'mechanism is required: the file that calibrate --json or privatise --save wrote'],
  [['estimate', '--bins', '0', '--mechanism', 'm.json'], "bins must be a whole number from 1 to 256, got '0'"],
  [
    ['estimate', '--confidence', '1', '--mechanism', 'm.json'],
    'confidence must be greater than 0 and less than 1, got 1'
  ],
  [['estimate', '--delimiter', 'ab', '--mechanism', 'm.json'], /^delimiter must be one character .*, got 'ab'$/],
  [['estimate', '--delimiter', '.', '--mechanism', 'm.json'], /^delimiter must be one character .*, got '\.'$/],
  [['estimate', '--threads', '17', '--mechanism', 'm.json'], "threads must be a whole number from 1 to 16, got '17'"]
]

test('a command that is wrong ends with 2 and a sentence', async () => {
  for (const [words, message] of mistakes) {
    const { code, output, errors } = await run(words)
    assert.equal(code, 2, `${words.join(' ')}: ${errors}`)
    assert.equal(output, '')
    const [, said] = /^inbounds: (.*)\n$/.exec(errors) ?? []
    if (typeof message === 'string') assert.equal(said, message)
    else assert.match(said, message)
  }
})

test('with --json, a mistake is an object', async () => {
  const { code, errors } = await run(['calibrate', '--json', '--lower', '0', '--upper', '3', '--epsilon', '-1'])
  assert.equal(code, 2)
  const { error, parameter } = JSON.parse(errors)
  assert.equal(parameter, 'epsilon')
  assert.match(error, /^epsilon must be .*, got -1$/)
})

test('compare gives the table and the reason, and in JSON what the library gives', async () => {
  const words = ['compare', '--lower', '0', '--upper', '120', '--epsilon', '1', '--sensitivity', '1']
  const expected = compare({ lower: 0, upper: 120, epsilon: 1, sensitivity: 1 })
  const { code, output } = await run(words)
  assert.equal(code, 0)
  assert.match(output, /^\* ReflectedLaplace +1 /m)
  for (const { mechanism } of expected.mechanisms) assert.match(output, new RegExp(`^[* ] ${mechanism} `, 'm'))
  assert.ok(output.includes(expected.reason))
  assert.deepEqual(JSON.parse((await run([...words, '--json'])).output), plain(expected))
})

test('compare takes spans, a guarantee, an error to reach, and numbers below zero', async () => {
  const spans = ['compare', '--spans', '9..12,14..18', '--sensitivity', '1', '--epsilon', '1', '--guarantee', 'metric']
  const options = { spans: [[9, 12], [14, 18]], sensitivity: 1, epsilon: 1, guarantee: 'metric' } // biome-ignore format: one line
  assert.deepEqual(JSON.parse((await run([...spans, '--json'])).output), plain(compare(options)))
  assert.match((await run(spans)).output, /^Does not fit: BoundedGaussian, since /m)
  const error = ['compare', '--lower', '-60', '--upper', '60', '--granularity', '1', '--rmse', '20', '--json']
  const question = { lower: -60, upper: 60, granularity: 1, rmse: 20 }
  assert.deepEqual(JSON.parse((await run(error)).output), plain(compare(question)))
})

test('calibrate prints scale, sentences and audit, and in JSON exactly the mechanism', async () => {
  const mechanism = new ReflectedLaplace(age)
  const { code, output } = await run(['calibrate', ...AGE])
  assert.equal(code, 0)
  assert.ok(output.includes(`noise of scale ${mechanism.scale}`))
  assert.ok(output.includes(mechanism.describe()))
  assert.ok(output.includes(`epsilon ${mechanism.audit().epsilon}, delta 0`))
  assert.deepEqual(JSON.parse((await run(['calibrate', ...AGE, '--json'])).output), plain(mechanism))
  const words = ['--mechanism', 'BoundedLaplace', '--delta', '1e-6', '--calibration', 'tight', '--outside', 'error']
  const other = new BoundedLaplace({ ...age, delta: 1e-6, outside: 'error' })
  assert.deepEqual(JSON.parse((await run(['calibrate', ...AGE, ...words, '--json'])).output), plain(other))
})

test('audit of a file, of several mechanisms in one, and of a scale', () =>
  inFolder(async (folder) => {
    const mechanism = new ReflectedLaplace(age)
    const posterior = new BetaPosterior({ prior: [1, 1], trials: 10, epsilon: 1 })
    folder.write('m.json', JSON.stringify(mechanism))
    folder.write('both.json', JSON.stringify({ age: mechanism, other: new BoundedLaplace(age) }))
    folder.write('posterior.json', JSON.stringify(posterior))
    const { code, output } = await run(['audit', 'm.json'], { folder })
    assert.equal(code, 0)
    assert.ok(output.includes(`epsilon ${mechanism.audit().epsilon}, delta 0`))
    assert.match(output, /between the true values 0 and 120, when 0 is released/)
    const { mechanism: name, ...audit } = JSON.parse((await run(['audit', 'm.json', '--json'], { folder })).output)
    assert.equal(name, 'ReflectedLaplace')
    assert.deepEqual(audit, plain(mechanism.audit()))
    const both = JSON.parse((await run(['audit', 'both.json', '--json'], { folder })).output)
    assert.deepEqual(Object.keys(both), ['age', 'other'])
    const counts = JSON.parse((await run(['audit', 'posterior.json', '--json'], { folder })).output)
    assert.equal(counts.epsilon, posterior.audit().epsilon)

    const scaled = new ReflectedLaplace({ lower: 0, upper: 120, scale: 20 })
    const words = ['audit', '--lower', '0', '--upper', '120', '--scale', '20', '--epsilon', '2', '--delta', '1e-6']
    const answer = JSON.parse((await run([...words, '--json'])).output)
    assert.equal(answer.epsilon, scaled.audit().epsilon)
    assert.deepEqual(answer.questions, [
      { asked: 'epsilon', epsilon: 2, delta: scaled.deltaOf({ epsilon: 2 }) },
      { asked: 'delta', epsilon: scaled.epsilonOf({ delta: 1e-6 }), delta: 1e-6 }
    ])
    assert.match((await run(words)).output, /With delta 0\.000001, epsilon is 5\.30/)
  }))

test('files that have no mechanism for a column are refused in a sentence', () =>
  inFolder(async (folder) => {
    folder.write('data.csv', 'age\n37\n')
    const place = new BoundedGaussian({ lower: [0, 0], upper: [1, 1], epsilon: 1 })
    const mean = new SmoothLaplace({ values: [0, 0.5, 1], epsilon: 1, delta: 1e-6 })
    const files = {
      'vector.json': [JSON.stringify(place), "'vector.json' must have a mechanism for single numbers, got a BoundedGaussian for vectors"], // biome-ignore format: pairs
      'counts.json': [JSON.stringify(new BetaPosterior({ prior: [1, 1], trials: 10, epsilon: 1 })), "'counts.json' must have a mechanism for numbers, got a BetaPosterior, which is for counts"], // biome-ignore format: pairs
      'smooth.json': [JSON.stringify(mean), "'smooth.json' must have a mechanism for numbers, got a SmoothLaplace, which is for counts"], // biome-ignore format: pairs
      'text.json': [
        'age',
        "'text.json' must be JSON, as calibrate --json and privatise --save write it, and it is not"
      ],
      'list.json': ['[1, 2]', "'list.json' must be what calibrate --json or privatise --save wrote: a mechanism, or one for each column, and it is not"], // biome-ignore format: pairs
      'empty.json': ['{}', "'empty.json' must be what calibrate --json or privatise --save wrote: a mechanism, or one for each column, and it is not"], // biome-ignore format: pairs
      'other.json': ['{"mechanism":"BoundedLaplac"}', "'other.json': there is no mechanism 'BoundedLaplac'; did you mean 'BoundedLaplace'?"], // biome-ignore format: pairs
      'changed.json': [JSON.stringify({ ...plain(new ReflectedLaplace(age)), epsilon: 0.5 }), /^'changed\.json': epsilon must be|^'changed\.json': rate must be/] // biome-ignore format: pairs
    }
    for (const [name, [text, message]] of Object.entries(files)) {
      folder.write(name, text)
      for (const command of ['privatise', 'estimate']) {
        const words = [command, 'data.csv', '--column', 'age', '--mechanism', name]
        const { code, output, errors } = await run(words, { folder })
        assert.equal(code, 1, errors)
        assert.equal(output, '')
        const said = errors.replace(/^inbounds: /, '').trimEnd()
        if (typeof message === 'string') assert.equal(said, message)
        else assert.match(said, message)
      }
    }
    const { code, errors } = await run(['audit', 'nowhere.json'], { folder })
    assert.equal(code, 1)
    assert.equal(errors, "inbounds: cannot read 'nowhere.json': there is no such file or folder\n")
  }))
