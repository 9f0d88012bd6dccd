// Which server answers the authorization requests of a program at Lithic: our address, our former address, or another
// server.

import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { openLithic } from '../../src/processors/lithic/open-lithic.ts'
import { AnsweredElsewhere, type Processor } from '../../src/processors/processor.ts'
import { type LithicWorld, openLithicWorld } from './lithic-world.ts'

const addressesAt = (host: string) => ({
  decisions: `https://${host}/processors/lithic-main/decisions`,
  events: `https://${host}/processors/lithic-main/events`,
})
const [old, moved] = [addressesAt('old.example.com'), addressesAt('new.example.com')]
const former = [old.decisions, old.events]

let world: LithicWorld
let processor: Processor
let seed = 40
after(() => world.close())

beforeEach(async () => {
  await world?.close()
  seed += 1
  world = await openLithicWorld({
    seed,
    clock: () => new Date(),
    ask: async () => assert.fail('no authorization request is sent in this test'),
  })
  const { baseUrl, apiKey, signingSecret } = world
  processor = openLithic({
    ...{ name: 'lithic-main', kind: 'lithic', environment: 'sandbox', baseUrl, apiKey, options: {} },
    signingSecrets: () => [signingSecret],
  })
})

const problemsOf = async (enrolment: Parameters<Processor['check']>[0]) =>
  (await processor.check(enrolment)).map(({ problem, hint }) => ({ problem, isTakeOver: hint.includes('--take-over') }))
const changes = () => world.calls.filter((call) => !call.startsWith('GET '))

test('after a change of the public URL Lithic asks the new URL and sends no events to the old one', async () => {
  await processor.connect(old)
  assert.deepEqual(await problemsOf({ ...moved, former }), [
    { problem: 'Lithic asks our former address old.example.com about purchases.', isTakeOver: false },
    { problem: 'Lithic does not ask us about 3-D Secure.', isTakeOver: false },
    { problem: 'Lithic sends us no events.', isTakeOver: false },
    { problem: 'Lithic still sends events to our former address old.example.com.', isTakeOver: false },
  ])
  const { notes, remaining } = await processor.connect({ ...moved, former })
  assert.deepEqual(notes, [
    'Lithic no longer asks old.example.com.',
    'Lithic no longer sends events to old.example.com.',
  ])
  assert.deepEqual(remaining, [])
  assert.deepEqual(await problemsOf({ ...moved, former }), [])
})

test('a program whose authorization requests go to another server is not taken over, and nothing is changed', async () => {
  const theirs = { decisions: 'https://rival.example.com/asa/secret', events: 'https://rival.example.com/events' }
  await processor.connect(theirs)
  const before = changes().length
  for (const enrolment of [moved, { ...moved, former }])
    await assert.rejects(processor.connect(enrolment), (error) => {
      assert.ok(error instanceof AnsweredElsewhere, String(error))
      assert.match(
        error.message,
        /purchases \(Auth Stream Access\) at rival\.example\.com, 3-D Secure at rival\.example/,
      )
      assert.match(error.message, /--take-over/)
      assert.doesNotMatch(error.message, /secret/, 'a path may contain a secret')
      return true
    })
  assert.equal(changes().length, before)
  const problems = await problemsOf({ ...moved, former })
  assert.deepEqual(problems.slice(0, 2), [
    { problem: 'Lithic asks rival.example.com about purchases, which is not an address of ours.', isTakeOver: true },
    { problem: 'Lithic asks rival.example.com about 3-D Secure, which is not an address of ours.', isTakeOver: true },
  ])
})

test('the same path at another address may be another Cardwright and also needs --take-over', async () => {
  await processor.connect(old)
  await assert.rejects(processor.connect(moved), AnsweredElsewhere)
  await processor.connect({ ...moved, takeOver: true })
  assert.deepEqual(await problemsOf(moved), [])
})

test('with --take-over the authorization requests come to us, and the events of the other server are left unchanged', async () => {
  const theirs = { decisions: 'https://rival.example.com/asa', events: 'https://rival.example.com/events' }
  await processor.connect(theirs)
  const { notes, remaining } = await processor.connect({ ...moved, takeOver: true })
  assert.deepEqual([notes, remaining], [['Lithic no longer asks rival.example.com.'], []])
  assert.deepEqual(await problemsOf(moved), [])
  assert.ok(!world.calls.some((call) => call.startsWith('DELETE ')), world.calls.join(', '))
})

test('a subscription that cannot be removed is reported and remains known as ours', async () => {
  await processor.connect(old)
  // The nine calls before the removal: two checks of who answers, the list, the new subscription, three secrets and two
  // enrolments.
  world.faults.push(...(Array(9).fill(undefined) as never[]), 'fail')
  const { notes, remaining } = await processor.connect({ ...moved, former })
  assert.deepEqual(notes.slice(1), [
    'Lithic still sends events to old.example.com: the subscription could not be removed.',
  ])
  assert.deepEqual(remaining, [old.events])
})
