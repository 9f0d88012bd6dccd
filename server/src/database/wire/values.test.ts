// Values are the same after the way to the database and back, in both formats.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { testDatabase } from '../../../test/harness.ts'
import { bigint, bulk, bytea, integer, smallint, text, timestamptz, uuid } from '../bulk.ts'
import { connect, fragment, identifier, openDatabase } from '../database.ts'

const connection = await testDatabase()
const database = openDatabase(connection, { read: 2, write: 2 })
const owner = connect(connection, { max: 1 })
const sql = database.read
after(() => Promise.all([database.close(), owner.end()]))

type Sample = {
  n: number
  small: number | null
  whole: number | null
  cents: bigint | null
  id: string | null
  words: string | null
  raw: string | null
  at: Date | null
}

const echo = bulk<Sample, Omit<Sample, 'raw'> & { raw: Buffer | null }>(
  {
    n: integer((row) => row.n),
    small: smallint((row) => row.small),
    whole: integer((row) => row.whole),
    cents: bigint((row) => row.cents),
    id: uuid((row) => row.id),
    words: text((row) => row.words),
    raw: bytea((row) => row.raw),
    at: timestamptz((row) => row.at),
  },
  ({ rows, value }) => `
    select r.n, ${value('small')}, ${value('whole')}, ${value('cents')}, ${value('id')}, ${value('words')}, ${value('raw')}, ${value('at')}
    from ${rows} order by r.n`,
  (row) => ({
    n: row.int32()!,
    small: row.int16(),
    whole: row.int32(),
    cents: row.int64(),
    id: row.uuid(),
    words: row.text(),
    raw: row.bytes(),
    at: row.time(),
  }),
)

const nothing = fc.constant(null)
const words = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', ''))
const times = fc.integer({ min: Date.parse('1970-01-01'), max: Date.parse('9999-12-31') }).map((ms) => new Date(ms))
const sample = fc.record({
  small: fc.oneof(nothing, fc.integer({ min: -32768, max: 32767 })),
  whole: fc.oneof(nothing, fc.integer()),
  cents: fc.oneof(nothing, fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
  id: fc.oneof(
    nothing,
    fc.uint8Array({ minLength: 1, maxLength: 1 }).map(() => randomUUID() as string),
  ),
  words: fc.oneof(nothing, words),
  raw: fc.oneof(nothing, words),
  at: fc.oneof(nothing, times),
})

test('the binary format returns every value of a column, whether its rows are equal or not', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sample, { minLength: 1, maxLength: 20 }), fc.boolean(), async (samples, alike) => {
      const rows = samples.map((each, n) => ({ ...(alike ? samples[0]! : each), n }))
      const back = await echo(sql, rows)
      assert.deepEqual(
        back.map(({ raw, ...row }) => ({ ...row, raw: raw?.toString() ?? null })),
        rows.map(({ raw, ...row }) => ({ ...row, raw })),
      )
    }),
    { numRuns: 200 },
  )
})

test('parameters and columns of ordinary statements equal those of the postgres package', async () => {
  const at = new Date('2026-02-28T23:59:59.999Z')
  const [values] = [[1, -2.5, 'ü\'"\\', true, 10n ** 15n, at, Buffer.from([0, 255]), null] as const]
  const plain = (handle: typeof sql) => handle<Record<string, unknown>[]>`
    select ${values[0]}::integer as i, ${values[1]}::float8 as f, ${values[2]}::text as t, ${values[3]}::boolean as b, ${values[4]}::bigint as n,
      ${values[5]}::timestamptz as at, ${values[6]}::bytea as raw, ${values[7]}::text as nothing, '{"a": [1, null]}'::jsonb as j,
      '[1]'::json as k, 3::smallint as s, date '2026-01-02' as d`
  assert.deepEqual([...(await plain(sql))], [...(await plain(owner as never))])
})

test('nested parts of a statement keep their parameters in order', async () => {
  const part = (low: number) => fragment`n > ${low} and n < ${low + 3}`
  const rows = await sql<{ n: number; name: string }[]>`
    select n, ${'x'}::text || ${identifier('n')} as name from generate_series(1, ${10}::integer) as n where ${part(2)} or (${part(6)}) order by ${fragment`n desc`}`
  assert.deepEqual(
    rows.map((row) => [row.n, row.name]),
    [
      [8, 'x8'],
      [7, 'x7'],
      [4, 'x4'],
      [3, 'x3'],
    ],
  )
})
