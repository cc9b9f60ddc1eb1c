// Files that are odd or wrong, one by one: what is said, that the line is the one that an editor shows, and that nothing is
// left behind.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AGE, inFolder, rowsOf, run } from './command.mjs'

const COLUMN = ['--column', 'age', ...AGE]
const BLOCK = 300_000 // bytes: more than are read at once
const long = rowsOf((row) => `${row},"Lee, ""Kim""",${row % 100}\n`, 3 * BLOCK)
const lines = long.split('\n').length - 1

/** What is wrong: [name, file, message after its name and ', ', options instead of the usual]. */
// biome-ignore format: a table
const errors = [
  ['nothing at all', '', ': must have at least one row, and it is empty'],
  ['a byte order mark alone', '\xef\xbb\xbf', ': must have at least one row, and it is empty'],
  ['UTF-16', '\xff\xfea\0g\0e\0', ': must be UTF-8 or another encoding that keeps ASCII, got UTF-16; save it as UTF-8 first'],
  ['UTF-16, the other way round', '\xfe\xff\0a\0g\0e', ': must be UTF-8 or another encoding that keeps ASCII, got UTF-16; save it as UTF-8 first'],
  ['a byte of zero', 'age\n3\n4\0\n', ', line 3: must be text, got a byte of zero; is it text at all? UTF-16 has to be saved as UTF-8 first'],
  ['no such column', 'name,years\nA,3\n', ", line 1: there is no column 'age'; the columns are 'name', 'years'"],
  ['nearly such a column', 'name;Age\nA;3\n', ", line 1: there is no column 'age'; did you mean 'Age'? The columns are 'name', 'Age'"],
  ['no header', '37\n38\n', ", line 1: there is no column 'age'; the first row has a number in it: if it is no header, say --no-header"],
  ['an empty first line', '\nage\n3\n', ", line 1: there is no column 'age'; the columns are ''"],
  ['two columns of that name', 'age,age\n1,2\n', ", line 1: must have one column 'age', got several; rename one, or use --no-header and the number of the column"],
  ['a header with an open quote', '"name,age\nA,3\n', ', line 1, column 1: must end with a quote, since it begins with one, and there is none up to the end'],
  ['a header with a stray quote', 'na"me,age\nA,3\n', ', line 1, column 1: must begin with a quote, since there is one inside, and it does not; write 5" as "5"""'],
  ['a quote that never ends', 'name,age\nA,3\n"B,4\nC,5\n', ', line 3, column 1 (name): must end with a quote, since it begins with one, and there is none up to the end'],
  ['... in the last cell', 'name,age\nA,"3', ', line 2, column 2 (age): must end with a quote, since it begins with one, and there is none up to the end'],
  ['... at the very end', 'name,age\nA,"', ', line 2, column 2 (age): must end with a quote, since it begins with one, and there is none up to the end'],
  ['text after the closing quote', 'name,age\n"A"x,3\n', ', line 2, column 1 (name): must end with its closing quote, got text after that; a quote inside of a cell is written as two'],
  ['a blank after the closing quote', 'name,age\n"A" ,3\n', ', line 2, column 1 (name): must end with its closing quote, got text after that; a quote inside of a cell is written as two'],
  ['a quote inside of a quoted cell', 'name,age\n"A "b" c",3\n', ', line 2, column 1 (name): must end with its closing quote, got text after that; a quote inside of a cell is written as two'],
  ['a stray quote', 'name,age\n5" disk,3\n', ', line 2, column 1 (name): must begin with a quote, since there is one inside, and it does not; write 5" as "5"""'],
  ['two stray quotes', 'name,age\nthe "A",3\n', ', line 2, column 1 (name): must begin with a quote, since there is one inside, and it does not; write 5" as "5"""'],
  ['a stray quote, and later a cell that is no number', 'name,age\nx"y,3\nA,b\n', ', line 2, column 1 (name): must begin with a quote, since there is one inside, and it does not; write 5" as "5"""'],
  ['a cell that is no number, and later a stray quote', 'name,age\nA,b\nx"y,3\n', ', line 2, column 2 (age): must be a number, got text that is none; if that stands for a missing value, name it with --missing'],
  ['a blank before a quote', 'name,age\n "A",3\n', ', line 2, column 1 (name): must begin with a quote, since there is one inside, and it does not; write 5" as "5"""'],
  ['a row that is too short', 'name,age\nA,3\nB\n', ', line 3: must have 2 cells like the header, got 1'],
  ['a row that is too long', 'name,age\nA,3,x\n', ', line 2: must have 2 cells like the header, got 3'],
  ['a delimiter too many at the end', 'name,age\nA,3,\n', ', line 2: must have 2 cells like the header, got 3'],
  ['a row of quotes alone', 'name,age\n""\n', ', line 2: must have 2 cells like the header, got 1'],
  ['a row of blanks', 'name,age\n  \nA,3\n', ', line 2: must have 2 cells like the header, got 1'],
  ['a row without a header that is too short', 'A,3\nB\n', ', line 2: must have 2 cells like the first row, got 1', ['--no-header', '--column', '2', ...AGE]],
  ['a column beyond the last', 'A,3\n', ', line 1: there is no column 3; the first row has 2', ['--no-header', '--column', '3', ...AGE]],
  ['a word', 'name,age\nA,n/a\n', ', line 2, column 2 (age): must be a number, got text that is none; if that stands for a missing value, name it with --missing'],
  ['a word in quotes', 'name,age\nA,"x ""y"""\n', ', line 2, column 2 (age): must be a number, got text that is none; if that stands for a missing value, name it with --missing'],
  ['a missing word of another case', 'age\nna\n', ', line 2, column 1 (age): must be a number, got text that is none; if that stands for a missing value, name it with --missing', [...COLUMN, '--missing', 'NA']],
  ['a hexadecimal number', 'age\n0x1F\n', ', line 2, column 1 (age): must be a number, got one that is not decimal; write it as a decimal number'],
  ['... after a blank', 'age\n 0b1\n', ', line 2, column 1 (age): must be a number, got one that is not decimal; write it as a decimal number'],
  ['an octal number', 'age\n0o17\n', ', line 2, column 1 (age): must be a number, got one that is not decimal; write it as a decimal number'],
  ['Infinity', 'age\nInfinity\n', ', line 2, column 1 (age): must be a number, got an infinite one; if that stands for a missing value, name it with --missing'],
  ['minus Infinity', 'age\n-Infinity\n', ', line 2, column 1 (age): must be a number, got an infinite one; if that stands for a missing value, name it with --missing'],
  ['NaN', 'age\nNaN\n', ', line 2, column 1 (age): must be a number, got text that is none; if that stands for a missing value, name it with --missing'],
  ['a number beyond all doubles', 'age\n1e999\n', ', line 2, column 1 (age): must be a number, got an infinite one; if that stands for a missing value, name it with --missing'],
  ['two numbers', 'age\n3 4\n', ', line 2, column 1 (age): must be a number, got text that is none; if that stands for a missing value, name it with --missing'],
  ['a decimal comma', 'name;age\nA;1,5\n', ', line 2, column 2 (age): must be a number, got one with a comma; write it with a decimal point and nothing else, as 1234.5'],
  ['a comma for thousands', 'name,age\nA,"1,234.5"\n', ', line 2, column 2 (age): must be a number, got one with a comma; write it with a decimal point and nothing else, as 1234.5'],
  ['a number and a line break', 'age\n"3\n4"\n', ', line 2, column 1 (age): must be a number, got text that is none; if that stands for a missing value, name it with --missing'],
  ['Latin-1', 'n\xe4me,age\nA,\xe4\n', ', line 2, column 2 (age): must be a number, got text that is none; if that stands for a missing value, name it with --missing'],
  ['UTF-8', 'age\n\xc3\xa4\n', ', line 2, column 1 (age): must be a number, got text that is none; if that stands for a missing value, name it with --missing'],
  ['a long text', `age\n${'x'.repeat(99)}\n`, ', line 2, column 1 (age): must be a number, got text that is none; if that stands for a missing value, name it with --missing'],
  ['line breaks in quotes before it', 'name,age\n"A\nB\r\nC",3\n\n"D\n",x\n', ', line 7, column 2 (age): must be a number, got text that is none; if that stands for a missing value, name it with --missing'],
  ['line breaks in the header', '"na\nme",age\nA,x\n', ', line 3, column 2 (age): must be a number, got text that is none; if that stands for a missing value, name it with --missing'],
  ['CRLF', 'name,age\r\nA,3\r\nB,x\r\n', ', line 3, column 2 (age): must be a number, got text that is none; if that stands for a missing value, name it with --missing'],
  ['CR', 'name,age\rA,3\r"B\rC",4\rD,x\r', ', line 5, column 2 (age): must be a number, got text that is none; if that stands for a missing value, name it with --missing'],
  ['CRLF and LF', 'name,age\r\nA,3\nB,4\r\nC,x', ', line 4, column 2 (age): must be a number, got text that is none; if that stands for a missing value, name it with --missing'],
  ['a file of several blocks', `id,name,age\n${long}1,2,x\n`, `, line ${lines + 2}, column 3 (age): must be a number, got text that is none; if that stands for a missing value, name it with --missing`],
  ['... and a short row in the first of them', `id,name,age\n1,2\n${long}`, ', line 2: must have 3 cells like the header, got 2'],
  ['... and a stray quote in the second', `id,name,age\n${long}1,2"2,3\n${long}`, `, line ${lines + 2}, column 2 (name): must begin with a quote, since there is one inside, and it does not; write 5" as "5"""`],
  ['... and an open quote in the last', `id,name,age\n${long}1,"2,3\n`, `, line ${lines + 2}, column 2 (name): must end with a quote, since it begins with one, and there is none up to the end`],
  ['a row of 17 MiB', `name,age\nA,3\n${'x'.repeat(17 * 2 ** 20)},4\n`, ', line 3: must be at most 16 MiB long, and this row is longer'],
  ['quotes that are open for 17 MiB', `name,age\nA,3\n"B\n${'x'.repeat(17 * 2 ** 20)}`, ', line 3, column 1 (name): must end with a quote, since it begins with one, and there is none up to the end'],
  ['a stray quote before 17 MiB of good rows', `name,age\nA,3\nx"y,4\n${'A,3\n'.repeat(17 * 2 ** 18)}`, ', line 3, column 1 (name): must begin with a quote, since there is one inside, and it does not; write 5" as "5"""'],
  ['a value outside, which is to be told', 'age\n3\n121\n', ', line 3, column 1 (age): must be from 0 to 120, got a number outside', [...COLUMN, '--outside', 'error']],
  ['a value in a gap', 'x,hour\n1,10\n2,\n3,13\n', ', line 4, column 2 (hour): must be possible, got a number in a gap', ['--column', 'hour', '--spans', '9..12,14..18', '--mechanism', 'BoundedLaplace', '--epsilon', '1']]
]

test('what is wrong with a file is told by its line, and nothing is written', async () => {
  for (const [what, file, message, options = COLUMN] of errors) {
    await inFolder(async (folder) => {
      folder.write('data.csv', Buffer.from(file, 'latin1'))
      for (const where of [[], ['--output', 'out.csv', '--save', 'm.json']]) {
        const env = { TMPDIR: folder.path }
        const { code, output, errors } = await run(['privatise', 'data.csv', ...options, ...where], { folder, env })
        assert.equal(errors, `inbounds: data.csv${message}\n`, what)
        assert.equal(code, 1, what)
        assert.equal(output, '', what)
        assert.deepEqual(folder.names, ['data.csv'], what)
      }
    })
  }
})

test('with --json the line and the column are numbers', async () => {
  const words = ['privatise', ...COLUMN, '--json']
  const { code, output, errors } = await run(words, { input: 'name,age\nA,3\nB,x\n' })
  assert.equal(code, 1)
  assert.equal(output, '')
  const { error, ...place } = JSON.parse(errors)
  assert.deepEqual(place, { line: 3, column: 2 })
  assert.match(error, /^standard input, line 3, column 2 \(age\): must be a number, got text that is none/)
})

const N = '(\\d+)' // where a number with noise is

/** What is odd and right: [name, file, what comes out, options instead of the usual]. */
// biome-ignore format: a table
const oddities = [
  ['a header alone', 'name,age\n', 'name,age\n'],
  ['... without the end of its line', 'name,age', 'name,age'],
  ['no line end at the end', 'age\n3', `age\n${N}`],
  ['CRLF', 'name,age\r\nA,3\r\n', `name,age\r\nA,${N}\r\n`],
  ['CR', 'name,age\rA,3\rB,4', `name,age\rA,${N}\rB,${N}`],
  ['all of them', 'name,age\r\nA,3\nB,4\r\n', `name,age\r\nA,${N}\nB,${N}\r\n`],
  ['a byte order mark', '\xef\xbb\xbfage,x\n3,4\n', `\xef\xbb\xbfage,x\n${N},4\n`],
  ['... without a header', '\xef\xbb\xbf3,4\n', `\xef\xbb\xbf${N},4\n`, ['--no-header', '--column', '1', ...AGE]],
  ['blank lines', 'name,age\n\nA,3\n\n\nB,4\n\n', `name,age\n\nA,${N}\n\n\nB,${N}\n\n`],
  ['blank lines of a single column are missing values', 'age\n3\n\n4\n', `age\n${N}\n\n${N}\n`],
  ['numbers in quotes', 'name,age\n"A","3"\n', `name,age\n"A",${N}\n`],
  ['blanks around numbers', 'name,age,x\nA, 3 ,y\nB,\t4,z\n', `name,age,x\nA,${N},y\nB,${N},z\n`],
  ['missing values', 'name,age\nA,\nB,""\nC,  \nD,NA\nE,-9\nF," NA "\nG,3', `name,age\nA,\nB,""\nC,  \nD,NA\nE,-9\nF," NA "\nG,${N}`, [...COLUMN, '--missing', 'NA', '--missing', '-9']],
  ['a missing word in Latin-1', 'age\n\xe4\n3\n', `age\n\xe4\n${N}\n`, [...COLUMN, '--missing', '\u00e4']],
  ['a missing word in UTF-8', 'age\n\xc3\xa4\n3\n', `age\n\xc3\xa4\n${N}\n`, [...COLUMN, '--missing', '\u00e4']],
  ['a blank of Latin-1', 'age\n\xa0\n\xa03\n', `age\n\xa0\n${N}\n`],
  ['bytes that are no UTF-8', 'n\xe4me,age\n\xff\xfe\x80,3\n', `n\xe4me,age\n\xff\xfe\x80,${N}\n`],
  ['numbers in all their forms', 'age\n+3\n-4\n.5\n5.\n1e1\n1E+1\n007\n-0\n', `age\n${`${N}\n`.repeat(8)}`],
  ['quotes, delimiters and line breaks in quotes', 'name,age\n"A, ""B""\r\nC",3\n', `name,age\n"A, ""B""\r\nC",${N}\n`],
  ['semicolons', 'name;age\nA,B;3\n', `name;age\nA,B;${N}\n`],
  ['tabs', 'name\tage\nA,B\t3\n', `name\tage\nA,B\t${N}\n`],
  ['bars', 'name|age\nA,B|3\n', `name|age\nA,B|${N}\n`],
  ['a delimiter that is named', 'a,b:age\nA,B:3\n', `a,b:age\nA,B:${N}\n`, [...COLUMN, '--delimiter', ':']],
  ['a tab that is named', 'x,y\tage\n1,2\t3\n', `x,y\tage\n1,2\t${N}\n`, [...COLUMN, '--delimiter', 'tab']],
  ['semicolons without a header', '1,5;3\n', `1,5;${N}\n`, ['--no-header', '--column', '2', '--delimiter', ';', ...AGE]],
  ['a name in UTF-8', '\xc3\xa4ge,x\n3,4\n', `\xc3\xa4ge,x\n${N},4\n`, ['--column', '\u00e4ge', ...AGE]],
  ['a name in Latin-1', '\xe4ge,x\n3,4\n', `\xe4ge,x\n${N},4\n`, ['--column', '\u00e4ge', ...AGE]],
  ['a name in quotes', '"my ""age""",x\n3,4\n', `"my ""age""",x\n${N},4\n`, ['--column', 'my "age"', ...AGE]],
  ['columns of the same name that nobody asks for', 'x,age,x\n1,3,2\n', `x,age,x\n1,${N},2\n`],
  ['values outside, which are clamped', 'age\n-5\n500\n', `age\n${N}\n${N}\n`],
  ['a value in a gap of reflected noise', 'hour\n13\n', `hour\n${N}\n`, ['--column', 'hour', '--spans', '9..12,14..18', '--granularity', '1', '--epsilon', '1']]
]

test('what is odd and right comes out with other numbers, and all else as it was', async () => {
  for (const [what, file, expected, options = COLUMN] of oddities) {
    const { code, output, errors } = await run(['privatise', ...options], { input: file })
    assert.equal(code, 0, `${what}: ${errors}`)
    // Whatever is not a number with noise is taken literally.
    const parts = expected.split(N).map((part) => part.replace(/[|\\{}()[\]^$+*?.]/g, '\\$&'))
    const [, ...numbers] =
      new RegExp(`^${parts.join(N)}$`).exec(output) ?? assert.fail(`${what}: ${JSON.stringify(output)}`)
    for (const number of numbers) assert.ok(Number(number) <= 120, `${what}: ${number}`)
  }
})
