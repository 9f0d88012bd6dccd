import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { newUuid, newUuidHex, parseId, publicId, timeOfUuid, uuidFromBytes } from './ids.ts'

const bytes16 = fc.uint8Array({ minLength: 16, maxLength: 16 })
const buckets = fc.integer({ min: 0, max: 255 })

test('uuidFromBytes writes sixteen bytes in the standard form of a UUID', () => {
  fc.assert(
    fc.property(bytes16, fc.nat(40), (bytes, before) => {
      const hex = Buffer.from(bytes).toString('hex')
      const expected = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
      assert.equal(uuidFromBytes(Buffer.concat([randomBytes(before), bytes]), before), expected)
    }),
  )
})

test('a public id contains its bucket and its UUID, and parseId rejects another kind or length', () => {
  fc.assert(
    fc.property(bytes16, buckets, (bytes, bucket) => {
      const uuid = uuidFromBytes(bytes)
      const text = publicId('card', bucket, uuid)
      assert.match(text, /^card_[0-9a-hjkmnp-tv-z]{28}$/)
      assert.deepEqual(parseId('card', text), { bucket, uuid })
      assert.equal(parseId('transaction', text), undefined)
      assert.equal(parseId('card', text.slice(0, -1)), undefined)
      assert.equal(parseId('card', `${text}0`), undefined)
    }),
  )
})

test('parseId rejects an id with an invalid character, bucket or number', () => {
  const text = publicId('card', 3, newUuid())
  for (let index = 5; index < text.length; index++)
    for (const wrong of ['u', 'i', 'l', 'o', 'A', '-', '\u00e9', '\u0131'])
      assert.equal(
        parseId('card', text.slice(0, index) + wrong + text.slice(index + 1)),
        undefined,
        `${wrong} at ${index}`,
      )
  assert.equal(parseId('card', `card_80${text.slice(7)}`), undefined, 'a bucket of 256')
  assert.equal(parseId('card', `card_00z${text.slice(8)}`), undefined, 'more than 128 bits')
})

test('new ids are UUIDs of version 7 that contain their time and always increase, even if the clock is set back', () => {
  const now = Date.now() + 1000
  const made = [now, now, now - 5000, ...new Array<number>(5000).fill(now), now + 3].map((ms) => newUuid(ms))
  for (const [index, uuid] of made.entries()) {
    assert.match(uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    if (index > 0) assert.ok(uuid > made[index - 1]!, `${uuid} after ${made[index - 1]}`)
  }
  assert.equal(timeOfUuid(made[0]!).getTime(), now)
  assert.match(newUuidHex(), /^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
})
