import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseTraceparent, traceparentOf } from './traceparent.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'
const named = { traceId: TRACE, spanId: SPAN }

test('a standard traceparent header is parsed, and so is one of a later version', () => {
  for (const header of [
    `00-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-00`,
    `00-${TRACE}-${SPAN}-ff`,
    `cc-${TRACE}-${SPAN}-01`,
    `01-${TRACE}-${SPAN}-01-what-the-future-holds`,
  ])
    assert.deepEqual(parseTraceparent(header), named, header)
})

test('a traceparent header with any deviation is ignored', () => {
  for (const header of [
    undefined,
    '',
    TRACE,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE}-${SPAN}-01 `,
    ` 00-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-1`,
    `00-${TRACE}-${SPAN}-0g`,
    `0-${TRACE}-${SPAN}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE.slice(1)}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00_${TRACE}_${SPAN}_01`,
    `01-${TRACE}-${SPAN}-01more`,
    `01-${TRACE}-${SPAN}-01-${'x'.repeat(300)}`,
    `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01\n`,
  ])
    assert.equal(parseTraceparent(header), undefined, String(header))
})

test('a written traceparent can be parsed again, and any other text gives nothing or two valid ids', () => {
  const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`))
  fc.assert(
    fc.property(hex(32), hex(16), (traceId, spanId) => {
      fc.pre(/[^0]/.test(traceId) && /[^0]/.test(spanId))
      assert.deepEqual(parseTraceparent(traceparentOf({ traceId, spanId })), { traceId, spanId })
    }),
  )
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (text) => {
      const read = parseTraceparent(text)
      if (read) assert.match(`${read.traceId}-${read.spanId}`, /^[0-9a-f]{32}-[0-9a-f]{16}$/)
    }),
  )
})
