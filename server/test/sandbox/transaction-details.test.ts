// The details from the processor and the network are stored with a transaction and shown wherever it is shown.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorize, transactionRow } from '../../src/authorizations/authorize.ts'
import type { Books } from '../../src/engine/books.ts'
import { unkeyed } from '../../src/engine/operation.ts'
import { newUuid, parseId, publicId } from '../../src/ids.ts'
import { type TransactionRow, TransactionType } from '../../src/ledger/changes.ts'
import { declineReasons } from '../../src/ledger/decline-reasons.ts'
import type { MerchantRow } from '../../src/ledger/known-merchants.ts'
import { ThreeDsStatus } from '../../src/ledger/three-ds-status.ts'
import { addDetails, foreignDetails } from '../../src/ledger/transaction-details.ts'
import type { TransactionDetails } from '../../src/ledger/transaction-details-row.ts'
import { merchantRow } from '../../src/transactions/merchant.ts'
import { startTestService } from '../harness.ts'
import { ads, done, type Json, noDetails, openScene, type Scene, workspaceOf } from './scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })

/** Creates a transaction in the engine with these details, as a report of a processor would. */
async function reported(
  scene: Scene,
  make: (books: Books, merchant: MerchantRow) => TransactionRow,
  known: Partial<TransactionDetails>,
): Promise<Json> {
  const workspace = await workspaceOf(service, scene.api)
  let id = ''
  await service.services.engine.submit(
    unkeyed({
      workspace,
      needs: { cards: [parseId('card', scene.card)!.uuid], wallet: true },
      wakes: 'events',
      decide(books) {
        const transaction = make(books, merchantRow(books.changes, workspace, ads))
        addDetails(books.changes, transaction, known)
        id = publicId('transaction', workspace.bucket, transaction.id)
      },
    }),
  )
  return scene.full({ id })
}

const asked = { mcc: '7311', maxTransaction: 10_000n, alreadyHeld: 0n, partial: false }

function hold(books: Books, merchant: MerchantRow): TransactionRow {
  return authorize(books, merchant, { ...asked, amount: 1_084n }).transaction
}

function decline({ changes, workspace, card, now }: Books, merchant: MerchantRow): TransactionRow {
  changes.card(card).decline_count += 1
  const entry = {
    id: newUuid(),
    merchantId: merchant.id,
    authorizationId: null,
    threeDs: ThreeDsStatus.not_required,
    type: TransactionType.decline,
    signed: -500n,
    reason: 'declined_by_processor',
  } as const
  const transaction = transactionRow(card, entry, now)
  changes.transactions.push(transaction)
  changes.event(workspace, 'transaction.declined', now, { subjectId: transaction.id })
  return transaction
}

const everything: Partial<TransactionDetails> = {
  ...foreignDetails({ amount: 1_000n, currency: 'EUR', rate: '1.0837' }),
  processor: 'lithic-main',
  network_transaction_id: '461234567890123',
  auth_code: '123456',
  arn: '74027116132000000000012',
  source: 1,
}
const told = {
  merchant_amount: -10,
  merchant_currency: 'EUR',
  conversion_rate: '1.0837',
  processor: 'lithic-main',
  network_transaction_id: '461234567890123',
  auth_code: '123456',
  arn: '74027116132000000000012',
  source: 'stand_in',
}
const shown = { ...noDetails, ...told }
const detailsOf = (transaction: Json) =>
  Object.fromEntries(Object.keys(noDetails).map((name) => [name, transaction[name]]))

async function csvLines(key: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${key}` }
  const answer = await fetch(`${service.url}/v1/transactions?format=csv`, { headers })
  return (await answer.text()).trimEnd().split('\r\n')
}

test('a transaction shows its processor details on its own, in lists, in the CSV file and in its event', async () => {
  const scene = await openScene(service)
  const plain = await scene.hold(1)
  const full = await reported(scene, hold, everything)
  assert.deepEqual(detailsOf(full), shown)
  for (const query of ['', '?merchant=acme', `?card_id=${scene.card}`, '?from=2020-01-01']) {
    const { data } = done(await scene.api.get(`/transactions${query}`), 200)
    assert.deepEqual(data.map(detailsOf), [shown, noDetails])
    assert.deepEqual(data[1], plain)
  }
  const lines = await csvLines(scene.api.key)
  // The id and the city of the merchant are unknown.
  assert.ok(lines[1]!.endsWith(`,${Object.values(told).join(',')},,`), lines[1])
  assert.ok(lines[2]!.endsWith(',,,,,,,,,,'), lines[2])
  const { data: events } = done(await scene.api.get('/events?type=transaction.authorized'), 200)
  assert.deepEqual(
    events.map(({ data }: Json) => detailsOf(data)),
    [shown, noDetails],
  )
})

test('later transactions of an authorization show its processor details too', async () => {
  const scene = await openScene(service)
  const full = await reported(scene, hold, everything)
  assert.deepEqual(detailsOf(done(await scene.on(full, 'reverse', { amount: 1 }), 200)), shown)
  await scene.advance(8 * 86_400)
  const { data: events } = done(await scene.api.get('/events'), 200)
  const later = events.filter(({ type }: Json) => ['transaction.reversed', 'transaction.expired'].includes(type))
  assert.equal(later.length, 2)
  for (const { data } of later) assert.deepEqual(detailsOf(data), shown)
})

test('a decline by the processor has a reason and shows the text of the processor in the timeline', async () => {
  const scene = await openScene(service)
  const full = await reported(scene, decline, { processor: 'lithic-main', processor_word: 'CARD_PAUSED' })
  assert.equal(full.decline_reason, 'declined_by_processor')
  assert.equal(declineReasons[full.decline_reason as 'declined_by_processor'], 13)
  assert.deepEqual(full.authorization_timeline, [
    {
      event: 'declined',
      amount: 5,
      reason: 'declined_by_processor',
      processor_word: 'CARD_PAUSED',
      created_at: full.created_at,
    },
  ])
  assert.deepEqual(detailsOf(full), { ...noDetails, processor: 'lithic-main' })
})

test('a processor text that is too long or cannot be stored does not prevent the posting', async () => {
  const scene = await openScene(service)
  const long = '\u0000é💳'.repeat(300)
  const full = await reported(scene, hold, {
    processor: long,
    network_transaction_id: long,
    auth_code: long,
    arn: long,
    processor_word: long,
  })
  assert.match(full.auth_code, /^é💳é💳/)
  assert.ok(full.auth_code.length <= 20 && full.auth_code.isWellFormed(), full.auth_code)
})

for (const foreign of [
  { amount: 0n, currency: 'EUR', rate: '1.1' },
  { amount: 2n ** 60n, currency: 'EUR', rate: '1.1' },
  { amount: 100n, currency: 'eur', rate: '1.1' },
  { amount: 100n, currency: 'USD', rate: '1' },
  { amount: 100n, currency: 'EUR', rate: '1e3' },
  { amount: 100n, currency: 'EUR', rate: '0' },
]) {
  test(`${foreign.amount} ${foreign.currency} at rate ${foreign.rate} is not shown as a foreign amount`, () => {
    assert.deepEqual(foreignDetails(foreign), {})
  })
}

test('a currency that is missing from the ISO 4217 table is shown with two decimals', async () => {
  const scene = await openScene(service)
  const full = await reported(scene, hold, foreignDetails({ amount: 1_250n, currency: 'QQQ', rate: '0.5' }))
  assert.deepEqual([full.merchant_amount, full.merchant_currency], [-12.5, 'QQQ'])
})

test('the books balance', () => service.audit())
