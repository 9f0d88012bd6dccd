// Random lives, played by the simulated Stripe and read by us, end in books equal to its own: however the messages came.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { randomLife } from '../../../test/processors/random-lives.ts'
import { seededRandom } from '../../../test/processors/seeded-random.ts'
import { openStripeWorld } from '../../../test/processors/stripe-world.ts'
import type { Message, Reply } from '../../../test/processors/world.ts'
import { newUuid } from '../../ids.ts'
import type { Report } from '../inbound.ts'
import type { Question, Verdict } from '../question.ts'
import { HOLDER, issueTo, stripeOf } from './stripe-for-tests.ts'

const SEED = 20_261_117
const LIVES = 2_000
type Books = { held: bigint; taken: bigint }

/** A posting counts once by its id, and before the hold is set to the target of the newest version. */
function applyToBooks(reports: readonly Report[]): Books {
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

function reportsOf(messages: readonly Message[]): Report[] {
  return messages.flatMap(({ headers, body }) => {
    stripe.verify(headers, Buffer.from(body), new Date(now))
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

/** Shuffled, doubled and lost. */
function deliverBadly(reports: readonly Report[]): Report[] {
  const arrived = reports.flatMap((report, index) => {
    const copies = random.below(3)
    return Array<Report>(copies === 0 && isNeeded(reports, index) ? 1 : copies).fill(report)
  })
  return random.shuffled(arrived)
}

const random = seededRandom(SEED)
let now = Date.parse('2026-11-16T12:00:00Z')
let tickMs = 0
const clock = () => {
  now += tickMs
  return new Date(now)
}

/** Our callback: it says yes, no, or yes to less, and now and then fails or loses its answer. */
async function ask(message: Message): Promise<Reply> {
  stripe.verify(message.headers, Buffer.from(message.body), new Date(now))
  const [inbound] = stripe.read(Buffer.from(message.body))
  assert.ok(inbound?.type === 'question')
  const luck = random.below(20)
  if (luck === 0) return { status: 503, headers: {}, body: '' }
  if (luck === 1) throw new Error('no answer in time')
  const { status, text } = stripe.answer(inbound.question, verdictOn(inbound.question, luck))
  return { status, headers: { ...stripe.answerHeaders }, body: luck === 2 ? text.slice(0, 9) : text }
}

function verdictOn(question: Question, luck: number): Verdict {
  const balance = { available: 5_000n, total: 7_500n }
  if (luck < 6) return { approved: false, reason: 'insufficient_funds', balance }
  const amount = question.partial ? question.amount - question.amount / 3n : question.amount
  return { approved: true, amount, balance }
}

const world = await openStripeWorld({ seed: SEED, clock, ask })
const stripe = stripeOf(world, clock)
after(() => world.close())

test(`${LIVES} lives, shuffled, doubled and lossy: the books are equal to theirs, and would not be if every message counted`, async () => {
  const holder = await stripe.createHolder(HOLDER, newUuid())
  let wrongWithoutVersions = 0
  await fc.assert(
    fc.asyncProperty(randomLife, fc.constantFrom(0, 0, 400), async (life, ms) => {
      tickMs = ms
      const { externalId } = await issueTo(stripe, holder)
      await world.live(externalId, life)
      const reports = reportsOf(world.take())
      const books = world.books(externalId)
      assert.deepEqual(applyToBooks(reports), books, 'as they were sent')
      assert.deepEqual(applyAsTheyCome(reports), books, 'as they were sent, every message counted')
      assertOneStatePerVersion(reports)
      const received = deliverBadly(reports)
      assert.deepEqual(applyToBooks(received), books, 'as they were delivered')
      const applied = applyAsTheyCome(received)
      if (applied.held !== books.held || applied.taken !== books.taken) wrongWithoutVersions += 1
    }),
    { numRuns: LIVES, seed: SEED },
  )
  assert.ok(
    wrongWithoutVersions > LIVES / 4,
    `only ${wrongWithoutVersions} lives were wrong when every message counted`,
  )
})

/** Otherwise the first of two that came would hide the other. */
function assertOneStatePerVersion(reports: readonly Report[]): void {
  const holds = new Map<string, bigint>()
  for (const { authorizationRef, version, hold } of reports) {
    if (hold === undefined) continue
    const key = `${authorizationRef} ${version}`
    assert.equal(holds.get(key) ?? hold, hold, 'two states of one version')
    holds.set(key, hold)
  }
}
