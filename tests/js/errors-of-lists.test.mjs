// What a mistake in a list of spans or gaps reads like.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from 'inbounds'
import { assertRefusals } from './support/refusals.mjs'

const { BoundedLaplace } = await load()
const good = { lower: 0, upper: 120, epsilon: 1 }

test('every bad list of spans has its own sentence', () => {
  const beginsAt = (list, at, value, rule) => [`${list}[${at}] must be ${rule}, got ${value}`, `${list}[${at}]`, value]
  const apartRule = (from, to) => `apart from the one from ${from} to ${to}`
  const longer = (end) => `from a number to a greater one (${end})`
  assertRefusals(BoundedLaplace, { epsilon: 1, sensitivity: 1 }, [
    [{ spans: [] }, 'spans must be at least one span, got 0', 'spans', 0],
    [
      {
        spans: [
          [9, 12],
          [11, 14]
        ]
      },
      ...beginsAt('spans', 1, 11, apartRule(9, 12))
    ],
    [
      {
        spans: [
          [11, 14],
          [9, 12]
        ]
      },
      ...beginsAt('spans', 0, 11, apartRule(9, 12))
    ],
    [
      {
        spans: [
          [9, 12],
          [9, 12]
        ]
      },
      ...beginsAt('spans', 1, 9, apartRule(9, 12))
    ],
    [
      {
        spans: [
          [0, Infinity],
          [5, 6]
        ]
      },
      ...beginsAt('spans', 1, 5, apartRule(0, Infinity))
    ],
    [{ spans: [[9, 9]] }, ...beginsAt('spans', 0, 9, longer(9))],
    [
      {
        spans: [
          [9, 12],
          [14, 13]
        ]
      },
      ...beginsAt('spans', 1, 14, longer(13))
    ],
    [{ spans: [[Infinity, Infinity]] }, ...beginsAt('spans', 0, Infinity, longer(Infinity))],
    [{ spans: [[9, Number.NaN]] }, ...beginsAt('spans', 0, Number.NaN, 'two numbers')],
    [
      {
        spans: [
          [0, 1e-200],
          [1, 2]
        ]
      },
      ...beginsAt('spans', 0, 1e-200, 'at least 1e-150 wide')
    ],
    [
      {
        spans: [
          [0, 1],
          [5, 6]
        ],
        sensitivity: 7
      },
      'sensitivity must be at most upper - lower (6), got 7'
    ],
    [
      {
        spans: [
          [9, 10],
          [12.1, 12.9]
        ],
        granularity: 1
      },
      'granularity must be fine enough for a value between 12.1 and 12.9, got 1'
    ]
  ])
})

test('every bad list of gaps has its own sentence', () => {
  const inside = 'strictly inside the bounds and apart from other gaps, so that something is left at both ends'
  const refusalCase = (gaps, at, value, rule = inside) => [
    { gaps },
    `gaps[${at}] must be ${rule}, got ${value}`,
    `gaps[${at}]`,
    value
  ]
  assertRefusals(BoundedLaplace, good, [
    refusalCase([[0, 2]], 0, 0),
    refusalCase([[-1, 2]], 0, -1),
    refusalCase([[2, 120]], 0, 120),
    refusalCase([[2, 130]], 0, 130),
    refusalCase(
      [
        [5, 6],
        [Number.NEGATIVE_INFINITY, 3]
      ],
      1,
      Number.NEGATIVE_INFINITY
    ),
    refusalCase(
      [
        [2, 3],
        [3, 4]
      ],
      1,
      3
    ),
    refusalCase(
      [
        [4, 6],
        [2, 5]
      ],
      0,
      4,
      'apart from the one from 2 to 5'
    ),
    refusalCase([[5, 3]], 0, 5, 'from a number to a greater one (3)'),
    refusalCase([[3, 3]], 0, 3, 'from a number to a greater one (3)'),
    refusalCase([[Number.NaN, 3]], 0, Number.NaN, 'two numbers')
  ])
})

test('an array that has nothing but a length is refused at once', () => {
  for (const name of ['spans', 'gaps']) {
    const options = name === 'spans' ? { epsilon: 1 } : good
    assert.throws(() => new BoundedLaplace({ ...options, [name]: new Array(2 ** 32 - 1) }), {
      name: 'TypeError',
      message: `${name}[0] must be a pair of numbers such as [9, 12], got undefined`
    })
  }
})
