import assert from 'node:assert/strict'
import { duplexPair } from 'node:stream'
import { test } from 'node:test'
import { Link } from './link.ts'

function pair(): { one: Link; other: Link; messages: () => number } {
  const [left, right] = duplexPair()
  let count = 0
  const write = left.write.bind(left)
  left.write = ((...args: Parameters<typeof write>) => {
    count += 1
    return write(...args)
  }) as typeof left.write
  return { one: new Link(left), other: new Link(right), messages: () => count }
}

test('all requests of one turn are sent in one message, and each gets its own answer', async () => {
  const { one, other, messages } = pair()
  other.handle('double', (number: number) => number * 2)
  const answers = await Promise.all(Array.from({ length: 500 }, (_, n) => one.ask<number>('double', n)))
  assert.deepEqual(
    answers,
    Array.from({ length: 500 }, (_, n) => n * 2),
  )
  assert.equal(messages(), 1)
})

test('answers may arrive in another order than their requests', async () => {
  const { one, other } = pair()
  const first = Promise.withResolvers<string>()
  other.handle('first', () => first.promise)
  other.handle('second', () => 'second')
  const slow = one.ask('first', null)
  assert.equal(await one.ask('second', null), 'second')
  first.resolve('first')
  assert.equal(await slow, 'first')
})

test('an unhandled request is answered with null, and a failing one with its error', async () => {
  const { one, other } = pair()
  other.handle('bad', () => {
    throw new Error('no such window')
  })
  assert.equal(await one.ask('unknown', 1), null)
  await assert.rejects(one.ask('bad', 1), /no such window/)
})

test('pending and later requests to a process that has ended are rejected', async () => {
  const [left, right] = duplexPair()
  const one = new Link(left)
  new Link(right).handle('never', () => new Promise(() => {}))
  const open = one.ask('never', null)
  setImmediate(() => left.destroy())
  await assert.rejects(open, /has ended/)
  await assert.rejects(one.ask('never', null), /has ended/)
})
