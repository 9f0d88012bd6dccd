// Reports of Increase, applied by the rules of the port: posts once by their id, then the hold set to its target by version.
// However the messages come, the books end as Increase keeps them.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import type { Snapshot } from '../../../test/processors/increase-bank.ts'
import { openWithCallbacks } from '../../../test/processors/increase-callbacks.ts'
import type { Life, LifeStep } from '../../../test/processors/world.ts'
import { Field } from '../fields.ts'
import type { Inbound, Report } from '../inbound.ts'
import type { Question, Verdict } from '../question.ts'
import { readHeld } from './fetch-object.ts'
import { isRemainderUnsure, sumElements } from './payment-elements.ts'
import { readPayment } from './read-payment.ts'

const LIVES = 2_000
/** Every so many lives the payments are fetched through the API too, and must read as the snapshots do. */
const FETCHED_EACH = 40

const { world, increase } = await openWithCallbacks(31, decide)
after(() => world.close())

/** By the id of the question, so that a life can be played again. */
function decide({ id, amount, partial }: Question): Verdict {
  const dice = Number.parseInt(id.slice(-4), 16) % 10
  if (dice === 0) return { approved: false, reason: 'insufficient_funds', balance: undefined }
  const isPart = dice < 4 && partial && amount > 1n
  return { approved: true, amount: isPart ? amount / 2n : amount, balance: { available: 0n, total: 0n } }
}

const amounts = fc.bigInt({ min: 0n, max: 30_000n })
const steps: fc.Arbitrary<LifeStep> = fc.oneof(
  fc.record({ act: fc.constant('increment' as const), amount: amounts }),
  fc.record({ act: fc.constant('settle' as const), amount: amounts, isFinal: fc.boolean() }),
  fc.record({ act: fc.constant('reverse' as const), amount: amounts }),
  fc.record({ act: fc.constant('expire' as const) }),
  fc.record({ act: fc.constant('refund' as const), amount: amounts }),
  fc.record({ act: fc.constant('unrefund' as const) }),
)
const lives: fc.Arbitrary<Life> = fc.record({
  amount: amounts,
  merchant: fc.constant({ name: 'SHOP', mcc: '5812', country: 'US' }),
  begins: fc.constantFrom('asked', 'asked', 'stood_in', 'declined_there', 'forced'),
  steps: fc.array(steps, { maxLength: 6 }),
})
/** Two keys for each message: where it comes first, and where its double comes, if at all; and whether it is lost. */
const deliveries = fc.array(fc.record({ first: fc.nat(), second: fc.option(fc.nat()), isLost: fc.boolean() }), {
  minLength: 16,
  maxLength: 16,
})

type Books = { held: bigint; taken: bigint }
type Apply = (reports: readonly Report[]) => Books

function reference(reports: readonly Report[]): Books {
  const posted = new Set<string>()
  const holds = new Map<string, { version: bigint; held: bigint }>()
  let taken = 0n
  for (const { authorizationRef, version, hold, posts } of reports) {
    const known = holds.get(authorizationRef) ?? { version: -1n, held: 0n }
    for (const { id, direction, amount, usesHold } of posts) {
      if (posted.has(id)) continue
      posted.add(id)
      taken += direction === 'debit' ? amount : -amount
      if (usesHold) known.held -= amount < known.held ? amount : known.held
    }
    if (hold !== undefined && version > known.version) holds.set(authorizationRef, { version, held: hold })
    else holds.set(authorizationRef, known)
  }
  return { held: [...holds.values()].reduce((sum, { held }) => sum + held, 0n), taken }
}

/** As somebody would who takes every message as new. */
function applying(reports: readonly Report[]): Books {
  const holds = new Map<string, bigint>()
  let taken = 0n
  for (const { authorizationRef, hold, posts } of reports) {
    for (const { direction, amount } of posts) taken += direction === 'debit' ? amount : -amount
    if (hold !== undefined) holds.set(authorizationRef, hold)
  }
  return { held: [...holds.values()].reduce((sum, held) => sum + held, 0n), taken }
}

function readSnapshot({ payment, pending }: Snapshot): Inbound {
  const field = new Field(JSON.parse(JSON.stringify(payment)), '')
  const held = pending.map((each) => readHeld(new Field(each, ''), payment.id)).reduce((sum, each) => sum + each, 0n)
  return readPayment(field, world.bank.accountId, isRemainderUnsure(sumElements(field)) ? held : undefined)
}

function reportsOf(snapshots: readonly Snapshot[]): Report[] {
  return snapshots.map(readSnapshot).flatMap((inbound) => (inbound.type === 'report' ? [inbound.report] : []))
}

type Delivery = { first: number; second: number | null; isLost: boolean }

/** Shuffled, doubled and lost; the newest of each payment comes, as polling would bring it. */
function delivered(reports: readonly Report[], plan: readonly Delivery[]): Report[] {
  const newest = new Map(reports.map((report) => [report.authorizationRef, report]))
  return reports
    .flatMap((report, index) => {
      const { first, second, isLost } = plan[index % plan.length]!
      if (isLost && newest.get(report.authorizationRef) !== report) return []
      return [{ report, at: first }, ...(second === null ? [] : [{ report, at: second }])]
    })
    .sort((one, other) => one.at - other.at)
    .map(({ report }) => report)
}

async function playLives(applyToBooks: Apply, numRuns: number): Promise<void> {
  let count = 0
  const property = fc.asyncProperty(lives, deliveries, async (life, plan) => {
    const { id } = world.bank.addCard('card', null, 'key')
    await world.live(id, life)
    const snapshots = world.take().map((message) => world.snapshotOf(message))
    assert.deepEqual(applyToBooks(delivered(reportsOf(snapshots), plan)), world.books(id))
    count += 1
    if (count % FETCHED_EACH === 0) await assertFetchedAlike(snapshots)
  })
  await fc.assert(property, { numRuns, seed: 31, endOnFailure: true })
}

async function assertFetchedAlike(snapshots: readonly Snapshot[]): Promise<void> {
  const newest = new Map(snapshots.map((snapshot) => [snapshot.payment.id, snapshot]))
  for (const [id, snapshot] of newest) {
    assert.deepEqual(await increase.fetch(`card_payment:${id}`), [readSnapshot(snapshot)])
  }
}

test('shuffled, doubled and lossy: the books end as theirs', async () => {
  await playLives(reference, LIVES)
})

test('the same lives, applied as they come, end wrong', async () => {
  await assert.rejects(playLives(applying, LIVES), /Property failed/)
})

test('what is left of a hold after a settlement in part is told by the API, page after page', async () => {
  const { id } = world.bank.addCard('card', null, 'key')
  const life = (isFinal: boolean): Life => ({
    amount: 1_000n,
    merchant: { name: 'SHOP', mcc: '5812', country: 'US' },
    begins: 'stood_in',
    steps: [{ act: 'settle', amount: 600n, isFinal }],
  })
  for (let index = 0; index < 130; index++) await world.live(id, life(false))
  const open = await world.lives.live(id, life(false))
  const final = await world.lives.live(id, life(true))
  const holdOf = async (paymentId: string) => {
    const [inbound] = await increase.fetch(`card_payment:${paymentId}`)
    return (inbound as Extract<Inbound, { type: 'report' }>).report.hold
  }
  assert.deepEqual([await holdOf(open.object.id), await holdOf(final.object.id)], [400n, 0n])
  world.take()
})
