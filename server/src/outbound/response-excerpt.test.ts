import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ResponseExcerpt } from './response-excerpt.ts'

function excerptOf(...chunks: (string | Buffer)[]): string {
  const excerpt = new ResponseExcerpt()
  for (const chunk of chunks) excerpt.add(Buffer.from(chunk as string))
  return excerpt.text()
}

test('an excerpt keeps the first 1,024 bytes', () => {
  assert.equal(excerptOf(), '')
  assert.equal(excerptOf('o', '', 'k'), 'ok')
  assert.equal(excerptOf('a'.repeat(1024)), 'a'.repeat(1024))
  assert.equal(excerptOf('a'.repeat(1000), 'b'.repeat(1000), 'c'), 'a'.repeat(1000) + 'b'.repeat(24))
})

test('an excerpt never ends within a character', () => {
  assert.equal(excerptOf(`${'a'.repeat(1023)}é…`), 'a'.repeat(1023))
  assert.equal(excerptOf(`${'a'.repeat(1022)}é…`), `${'a'.repeat(1022)}é`)
  assert.equal(excerptOf(`${'a'.repeat(1021)}🙂…`), 'a'.repeat(1021))
  assert.equal(excerptOf(`${'a'.repeat(1020)}🙂…`), `${'a'.repeat(1020)}🙂`)
})

test('a character that is split between two chunks is kept', () => {
  const bytes = Buffer.from('🙂')
  assert.equal(excerptOf(bytes.subarray(0, 1), bytes.subarray(1, 3), bytes.subarray(3)), '🙂')
})

test('NUL and invalid UTF-8 are replaced', () => {
  assert.equal(excerptOf('a\0b'), 'a\ufffdb')
  assert.equal(excerptOf(Buffer.from([0x61, 0xff, 0xc3])), 'a\ufffd\ufffd')
  assert.equal(
    excerptOf(Buffer.alloc(2000)),
    '\ufffd'.repeat(341),
    'each replacement has three bytes, and the excerpt has at most 1 KiB',
  )
})

test('a chunk may be overwritten after it was added', () => {
  const excerpt = new ResponseExcerpt()
  const chunk = Buffer.from('ok')
  excerpt.add(chunk)
  chunk.fill('x')
  assert.equal(excerpt.text(), 'ok')
})

test('the excerpt of any response can be stored', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 700, size: 'max' }), { maxLength: 4 }), (chunks) => {
      const text = excerptOf(...chunks.map((chunk) => Buffer.from(chunk)))
      assert.ok(text.isWellFormed() && !text.includes('\0') && Buffer.byteLength(text) <= 1024, JSON.stringify(text))
    }),
  )
})
