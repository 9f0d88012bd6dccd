// Random histories of authorizations at Lithic, delivered unreliably, and combined by the rules that the reports are
// made for.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import type { Uuid } from '../../src/ids.ts'
import type { Report } from '../../src/processors/inbound.ts'
import { openLithic } from '../../src/processors/lithic/open-lithic.ts'
import type { Processor } from '../../src/processors/processor.ts'
import type { Question, Verdict } from '../../src/processors/question.ts'
import { type LithicWorld, openLithicWorld } from './lithic-world.ts'
import { randomLife } from './random-lives.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'
import type { Life, Message, Reply } from './world.ts'

const LIVES = 2_000
const LIVES_PER_CARD = 4
const SEED = 20_261_117

let now = new Date('2026-11-16T12:00:00Z')
let world: LithicWorld
let processor: Processor
let random: SeededRandom

before(async () => {
  world = await openLithicWorld({ seed: SEED, clock: () => now, ask })
  processor = openLithic(
    {
      name: 'lithic-main',
      kind: 'lithic',
      environment: 'sandbox',
      baseUrl: world.baseUrl,
      apiKey: world.apiKey,
      signingSecrets: () => [world.signingSecret],
      options: world.options,
    },
    () => now,
  )
})
after(() => world.close())

/** Our callback: it says yes, no, or yes to less, and now and then fails or loses its answer. */
async function ask(message: Message): Promise<Reply> {
  processor.verify(message.headers, Buffer.from(message.body), now)
  const [inbound] = processor.read(Buffer.from(message.body))
  assert.ok(inbound?.type === 'question')
  const luck = random.below(20)
  if (luck === 0) return { status: 503, headers: {}, body: '' }
  if (luck === 1) throw new Error('the connection broke')
  const answer = processor.answer(inbound.question, verdictOn(inbound.question, luck))
  return { status: answer.status, headers: {}, body: luck === 2 ? answer.text.slice(0, 9) : answer.text }
}

function verdictOn(question: Question, luck: number): Verdict {
  const balance = { available: 5_000n, total: 7_500n }
  if (luck < 6) return { approved: false, reason: 'insufficient_funds', balance }
  const amount = question.partial ? question.amount - question.amount / 3n : question.amount
  return { approved: true, amount, balance }
}

type Books = { held: bigint; taken: bigint }

/** Each posting once by its id; the hold set to its target where the report is newer. */
function applyToBooks(reports: readonly Report[]): Books {
  const holds = new Map<string, { version: bigint; hold: bigint }>()
  const posted = new Map<string, bigint>()
  for (const report of reports) {
    for (const post of report.posts) posted.set(post.id, post.direction === 'debit' ? post.amount : -post.amount)
    const known = holds.get(report.authorizationRef)
    if (report.hold !== undefined && (!known || report.version > known.version))
      holds.set(report.authorizationRef, { version: report.version, hold: report.hold })
  }
  return { held: sum([...holds.values()].map(({ hold }) => hold)), taken: sum([...posted.values()]) }
}

/** What must fail: every message changes the books as it comes. */
function apply(reports: readonly Report[]): Books {
  const holds = new Map<string, bigint>()
  let taken = 0n
  for (const report of reports) {
    holds.set(report.authorizationRef, report.hold ?? 0n)
    for (const post of report.posts) taken += post.direction === 'debit' ? post.amount : -post.amount
  }
  return { held: sum([...holds.values()]), taken }
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}

/** Shuffled, doubled and lost; of each authorization the newest arrives, because polling brings it. */
function deliverBadly(messages: readonly Message[]): Message[] {
  const newest = new Map(messages.map((message) => [JSON.parse(message.body).token, message]))
  const arrived = messages.flatMap((message) => {
    const copies = random.below(3)
    return Array<Message>(copies).fill(message)
  })
  return random.shuffled([...arrived, ...newest.values()])
}

function readReports(messages: readonly Message[]): Report[] {
  return messages.flatMap((message) => {
    processor.verify(message.headers, Buffer.from(message.body), now)
    return processor.read(Buffer.from(message.body)).flatMap((each) => (each.type === 'report' ? [each.report] : []))
  })
}

async function playOn(cardId: string, lives: readonly Life[]): Promise<{ books: Books; reports: Report[] }> {
  const card = await processor.issue(
    {
      cardId,
      holder: 'program',
      label: '',
      network: 'mastercard',
      expiry: { month: 6, year: 2029 },
      billingAddress: {},
    },
    crypto.randomUUID() as Uuid,
  )
  for (const life of lives) {
    await world.live(card.externalId, life)
    now = new Date(now.getTime() + random.below(3) * 700)
  }
  return { books: world.books(card.externalId), reports: readReports(deliverBadly(world.take())) }
}

test(`${LIVES} random lives, shuffled, doubled and lossy, end at the processor's own books`, async () => {
  random = seededRandom(SEED)
  let run = 0
  let wrongWhenApplied = 0
  let posts = 0
  await fc.assert(
    fc.asyncProperty(fc.array(randomLife, { minLength: LIVES_PER_CARD, maxLength: LIVES_PER_CARD }), async (lives) => {
      const { books, reports } = await playOn(`card_${run++}`, lives)
      assert.deepEqual(applyToBooks(reports), books)
      // Reports that know the same say the same: doubled delivery changes nothing.
      assert.deepEqual(applyToBooks([...reports, ...reports]), books)
      const applied = apply(reports)
      if (applied.held !== books.held || applied.taken !== books.taken) wrongWhenApplied++
      posts += reports.reduce((count, report) => count + report.posts.length, 0)
    }),
    { numRuns: LIVES / LIVES_PER_CARD, seed: SEED },
  )
  assert.ok(posts > LIVES, 'the lives are too quiet to prove anything')
  assert.ok(wrongWhenApplied > LIVES / LIVES_PER_CARD / 2, `applying was wrong only ${wrongWhenApplied} times`)
})

test('the posts of the newest report add up to what the processor says it settled', async () => {
  random = seededRandom(SEED + 1)
  await fc.assert(
    fc.asyncProperty(fc.array(randomLife, { minLength: 1, maxLength: 3 }), async (lives) => {
      const { reports } = await playOn(`card_sum_${random.uuid()}`, lives)
      for (const report of reports) {
        const posted = sum(report.posts.map(({ direction, amount }) => (direction === 'debit' ? amount : -amount)))
        assert.equal(report.settled, posted)
      }
    }),
    { numRuns: 50, seed: SEED },
  )
})
