// Random lives, played by the simulated Stripe and read by us, end in books equal to its own: however the messages came.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { openStripeWorld } from '../../../test/processors/stripe-world.ts'
import type { Life, LifeStep, Message, Reply } from '../../../test/processors/world.ts'
import { newUuid } from '../../ids.ts'
import type { Report } from '../inbound.ts'
import type { Processor } from '../processor.ts'
import { HOLDER, issueTo, stripeOf } from './stripe-for-tests.ts'

const LIVES = 2_000
const cents = fc.bigInt(1n, 20_000n)
const step: fc.Arbitrary<LifeStep> = fc.oneof(
  fc.record({ act: fc.constant('increment' as const), amount: cents }),
  fc.record({ act: fc.constant('settle' as const), amount: cents, isFinal: fc.boolean() }),
  fc.record({ act: fc.constant('reverse' as const), amount: cents }),
  fc.record({ act: fc.constant('expire' as const) }),
  fc.record({ act: fc.constant('refund' as const), amount: cents }),
  fc.record({ act: fc.constant('unrefund' as const) }),
)
const life: fc.Arbitrary<Life> = fc.record({
  amount: cents,
  merchant: fc.constant({ name: 'SOMA EATS', mcc: '5812', country: 'US' }),
  begins: fc.constantFrom('asked', 'asked', 'asked', 'stood_in', 'declined_there', 'forced'),
  steps: fc.array(step, { maxLength: 8 }),
})
/** What becomes of each message, in turn. */
const delivery = fc.record({
  fates: fc.array(fc.constantFrom('once', 'once', 'twice', 'lost'), { minLength: 1, maxLength: 12 }),
  order: fc.array(fc.nat(), { minLength: 1, maxLength: 24 }),
  answers: fc.array(fc.constantFrom('yes', 'yes', 'part', 'no', 'late', 'rubbish'), { minLength: 1, maxLength: 4 }),
  tickMs: fc.constantFrom(0, 0, 400),
})

type Books = { held: bigint; taken: bigint }

/** A posting counts once by its id, and before the hold is set to the target of the newest version. */
function fold(reports: readonly Report[]): Books {
  const seen = new Set<string>()
  const authorizations = new Map<string, { version: bigint; hold: bigint }>()
  let taken = 0n
  for (const report of reports) {
    const known = authorizations.get(report.authorizationRef) ?? { version: -1n, hold: 0n }
    authorizations.set(report.authorizationRef, known)
    for (const { id, direction, amount, usesHold } of report.posts) {
      if (seen.has(id)) continue
      seen.add(id)
      taken += direction === 'debit' ? amount : -amount
      if (usesHold) known.hold = known.hold > amount ? known.hold - amount : 0n
    }
    if (report.hold === undefined || report.version <= known.version) continue
    Object.assign(known, { version: report.version, hold: report.hold })
  }
  return { held: [...authorizations.values()].reduce((sum, { hold }) => sum + hold, 0n), taken }
}

/** Right where each message comes once and in order: transactions move the money, authorizations say what is held. */
function applyAsTheyCome(reports: readonly Report[]): Books {
  const holds = new Map<string, bigint>()
  let taken = 0n
  for (const { authorizationRef, hold, outcome, posts } of reports) {
    const isTransaction = outcome === undefined
    for (const { direction, amount } of isTransaction ? posts : []) taken += direction === 'debit' ? amount : -amount
    if (hold !== undefined) holds.set(authorizationRef, hold)
  }
  return { held: [...holds.values()].reduce((sum, hold) => sum + hold, 0n), taken }
}

function reportsOf(stripe: Processor, messages: readonly Message[], now: Date): Report[] {
  return messages.flatMap(({ headers, body }) => {
    stripe.verify(headers, Buffer.from(body), now)
    return stripe.read(Buffer.from(body)).map((inbound) => {
      assert.equal(inbound.type, 'report')
      return (inbound as { report: Report }).report
    })
  })
}

/** Polling brings what is newest of each authorization in the end: this much is never lost. */
function isNeeded(reports: readonly Report[], index: number): boolean {
  const { authorizationRef, posts, hold } = reports[index]!
  const later = reports.slice(index + 1).filter((each) => each.authorizationRef === authorizationRef)
  const isNewest = hold !== undefined && !later.some((each) => each.hold !== undefined)
  const others = reports.filter((each, other) => other !== index && each.hold !== undefined)
  return isNewest || posts.some(({ id }) => !others.some((each) => each.posts.some((post) => post.id === id)))
}

function deliver(reports: readonly Report[], { fates, order }: { fates: string[]; order: number[] }): Report[] {
  const sent = reports.flatMap((report, index) => {
    const fate = fates[index % fates.length]
    if (fate === 'lost' && !isNeeded(reports, index)) return []
    return fate === 'twice' ? [report, report] : [report]
  })
  return sent
    .map((report, index) => ({ report, place: order[index % order.length]! * 31 + ((index * 7) % 13) }))
    .sort((a, b) => a.place - b.place)
    .map(({ report }) => report)
}

let now = Date.parse('2026-11-16T12:00:00Z')
let tickMs = 0
let answers = ['yes']
let asked = 0
const clock = () => {
  now += tickMs
  return new Date(now)
}

async function ask(message: Message): Promise<Reply> {
  const [inbound] = stripe.read(Buffer.from(message.body))
  assert.equal(inbound?.type, 'question')
  const { question } = inbound as Extract<typeof inbound, { type: 'question' }>
  const answer = answers[asked++ % answers.length]!
  if (answer === 'late') throw new Error('no answer in time')
  const balance = { available: 0n, total: 0n }
  const amount = answer === 'part' && question.partial ? (question.amount + 1n) / 2n : question.amount
  const { status, text } = stripe.answer(
    question,
    answer === 'no' ? { approved: false, reason: 'insufficient_funds', balance } : { approved: true, amount, balance },
  )
  return { status, headers: { ...stripe.answerHeaders }, body: answer === 'rubbish' ? '{' : text }
}

const world = await openStripeWorld({ seed: 15, clock, ask })
const stripe = stripeOf(world, clock)
after(() => world.close())

test(`${LIVES} lives, shuffled, doubled and lossy: the books are equal to theirs, and would not be without folding`, async () => {
  const holder = await stripe.createHolder(HOLDER, newUuid())
  let wrongWithoutFolding = 0
  await fc.assert(
    fc.asyncProperty(life, delivery, async (played, delivered) => {
      const { externalId } = await issueTo(stripe, holder)
      tickMs = delivered.tickMs
      answers = delivered.answers
      await world.live(externalId, played)
      now += 1_000
      const reports = reportsOf(stripe, world.take(), new Date(now))
      const books = world.books(externalId)
      assert.deepEqual(fold(reports), books, 'as they were sent')
      assert.deepEqual(applyAsTheyCome(reports), books, 'as they were sent, without folding')
      const received = deliver(reports, delivered)
      assert.deepEqual(fold(received), books, 'as they were delivered')
      const applied = applyAsTheyCome(received)
      if (applied.held !== books.held || applied.taken !== books.taken) wrongWithoutFolding += 1
      for (const a of reports) {
        for (const b of reports) {
          const isTie = a.authorizationRef === b.authorizationRef && a.version === b.version
          if (isTie && a.hold !== undefined) assert.equal(a.hold, b.hold, 'two states of one version')
        }
      }
    }),
    { numRuns: LIVES },
  )
  assert.ok(wrongWithoutFolding > LIVES / 10, `only ${wrongWithoutFolding} lives were wrong without folding`)
})
