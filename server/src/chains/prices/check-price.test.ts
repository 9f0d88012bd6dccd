import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Currency } from '../../currencies/currencies.ts'
import { checkPrice, formatRate, parseRate, type Quote } from './check-price.ts'

const NOW = new Date('2026-11-15T12:00:00Z')
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000)

/** `60000` is fresh, `60000@61` is 61 seconds old. */
function quotesOf(text: string): Quote[] {
  return text
    .split(' ')
    .filter((each) => each !== '')
    .map((each, n) => {
      const [rate, age = '0'] = each.split('@')
      return { source: `s${n}`, rateMicros: parseRate(rate)!, at: ago(Number(age)), maxAgeMs: 60_000 }
    })
}

// currency, quotes, the last trusted price and its age, what is believed or why not
const table: [what: string, currency: Currency, quotes: string, last: string, expected: string | RegExp][] = [
  ['three that agree: the middle one', 'btc', '60000 60100 60200', '', '60100'],
  ['two: the middle between them, down to a millionth', 'btc', '60000.000001 60000.000004', '', '60000.000002'],
  ['four: between the two in the middle', 'eth', '3000 3010 3020 3030', '', '3015'],
  ['order does not matter', 'btc', '60200 60000 60100', '', '60100'],
  ['none', 'btc', '', '', /0 of 0/],
  ['one is not enough', 'btc', '60000', '', /1 of 1/],
  ['sixty seconds are fresh', 'btc', '60000@60 60000@60', '', '60000'],
  ['one fresh and one stale are one', 'btc', '60000 60000@61', '', /1 of 2/],
  ['a stale one does not count, however far off', 'btc', '60000 60100 10@61', '', '60050'],
  ['a little ahead of our clock is fresh', 'btc', '60000@-60 60000', '', '60000'],
  ['from the future is not', 'btc', '60000@-61 60000', '', /1 of 2/],
  ['zero is no price', 'btc', '0 60000', '', /1 of 2/],
  ['a spread of 1.5 % is within bounds', 'sol', '99.25 100 100.75', '', '100'],
  ['a hair more is not', 'sol', '99.25 100 100.750001', '', /1\.5 %/],
  ['one that is far off stops two that agree', 'btc', '60000 60000 6000', '', /1\.5 %/],
  ['a jump of 10 % is within bounds', 'btc', '66000 66000', '60000@60', '66000'],
  ['a hair more is not', 'btc', '66000.000001 66000.000001', '60000@60', /10 %/],
  ['downwards too', 'btc', '53999 53999', '60000@60', /10 %/],
  ['10 % down is within bounds', 'btc', '54000 54000', '60000@60', '54000'],
  ['within an hour it is a jump', 'btc', '70000 70000', '60000@3600', /10 %/],
  ['after an hour it is accepted', 'btc', '70000 70000', '60000@3601', '70000'],
  ['usdt at its price below a dollar', 'usdt', '0.9985 0.9987 0.9986', '', '0.9986'],
  ['usdt is never worth more than a dollar', 'usdt', '1.002 1.003 1.001', '', '1'],
  ['usdt at 0.98 is within bounds', 'usdt', '0.98 0.98', '', '0.98'],
  ['usdt below 0.98 is not', 'usdt', '0.979999 0.979999', '', /0\.98/],
]
for (const [what, currency, quotes, last, expected] of table) {
  test(`${currency}, ${quotes || 'no quotes'}${last && `, before ${last}`}: ${what}`, () => {
    const [known] = quotesOf(last)
    const verdict = checkPrice(currency, quotesOf(quotes), known, NOW)
    if (typeof expected === 'string') {
      assert.ok(
        verdict.isTrusted,
        JSON.stringify(verdict, (_, value) => String(value)),
      )
      assert.equal(formatRate(verdict.rateMicros), expected)
    } else {
      assert.ok(!verdict.isTrusted)
      assert.match(verdict.reason, expected)
    }
  })
}

test('the sources that were counted are told, with rate and age', () => {
  const verdict = checkPrice('btc', quotesOf('60000.5@7 60000 1@99'), undefined, NOW)
  assert.ok(verdict.isTrusted)
  assert.deepEqual(verdict.sources, [
    { source: 's0', rate: '60000.5', age_seconds: 7 },
    { source: 's1', rate: '60000', age_seconds: 0 },
  ])
})

test('a rate is read exactly, and only from a decimal text', () => {
  assert.equal(parseRate('60000.1234567'), 60_000_123_456n)
  assert.equal(parseRate('0.9999'), 999_900n)
  assert.equal(parseRate('7'), 7_000_000n)
  for (const other of ['', '-1', '1e5', 'NaN', ' 1', '1,000', '.5', '5.', 60_000, null, undefined, {}])
    assert.equal(parseRate(other), undefined)
})
