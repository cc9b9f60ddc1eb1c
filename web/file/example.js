// A file to try things with: people who do not exist, the same ones each time.

const ROWS = 10_000
const TOWNS = ['Bern', 'Zürich', 'Genève', 'St. Gallen', 'Lugano', 'Basel']

export function exampleFile() {
  const next = linear(20_240_501)
  const lines = ['id,town,age,income,visits']
  for (let id = 1; id <= ROWS; ++id) {
    const town = TOWNS[Math.floor(next() * TOWNS.length)]
    const age = Math.round(18 + 45 * (next() + next()) * 0.9)
    const income = Math.round((1500 + 9000 * next() ** 2 + 40 * age) / 10) * 10
    const visits = next() < 0.03 ? '' : Math.floor(-3 * Math.log(1 - next()))
    lines.push(`${id},${town},${age},${income},${visits}`)
  }
  return new File([`${lines.join('\n')}\n`], 'example.csv', { type: 'text/csv' })
}

/**
 * Numbers from 0 to 1 for invented people (Lehmer's generator with the multiplier of Park and Miller). No noise is made of
 * these.
 * @param {number} seed
 */
function linear(seed) {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
