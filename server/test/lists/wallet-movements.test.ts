// Every kind of transfer that moves the wallet appears in every list, file and statement that shows movements.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reverseDeposit } from '../../src/deposits/deposit-life.ts'
import { runWithin } from '../../src/engine/run-batch.ts'
import { parseId } from '../../src/ids.ts'
import { TransferKind } from '../../src/ledger/transfer-kinds.ts'
import { startTestService } from '../harness.ts'
import { accountOf, join } from '../people.ts'
import { done, type Json, newCard, openScene, type Scene, sceneOf, workspaceOf } from '../sandbox/scene.ts'

const service = await startTestService({ DEPOSIT_FEE_BPS: '0' })
const scene = await openScene(service, { amount: 50 })
const { api } = scene
const viewer = await join(service, await accountOf(service, api.key), 'viewer')

/** A card that ended with its only use, with 5.00 returned and 15.00 held. */
async function endedCard(): Promise<{ ended: Scene; purchase: Json }> {
  const ended = sceneOf(api, (await newCard(api, { amount: 20, controls: { uses: 1 } })).id)
  return { ended, purchase: await ended.hold(15) }
}

/** Moves the wallet at least once with each kind. */
const moves: Record<keyof typeof TransferKind, () => Promise<unknown>> = {
  deposit: () => scene.call('deposits', { currency: 'usdt', amount_crypto: '10.00', confirm: true }),
  fund: () => api.post(`/cards/${scene.card}/fund`, { amount: 5 }),
  withdraw: () => api.post(`/cards/${scene.card}/withdraw`, { amount: 2 }),
  terminate: async () => api.delete(`/cards/${(await newCard(api, { amount: 3 })).id}`),
  async hold() {
    const { ended, purchase } = await endedCard()
    assert.equal(done(await ended.on(purchase, 'increment', { amount: 2 }), 201).approved, true)
  },
  async settle() {
    const { ended, purchase } = await endedCard()
    done(await ended.on(purchase, 'settle', { amount: 17 }), 201)
  },
  async reverse() {
    const { ended, purchase } = await endedCard()
    done(await ended.on(purchase, 'reverse'), 200)
  },
  async expire() {
    const { ended, purchase } = await endedCard()
    done(await ended.on(purchase, 'expire'), 200)
  },
  async refund() {
    const { ended, purchase } = await endedCard()
    const { id } = done(await ended.on(purchase, 'settle'), 201)
    done(await ended.call('refunds', { transaction_id: id }), 201)
  },
  async deposit_reversal() {
    const body = { currency: 'usdt', amount_crypto: '11.00', confirm: true }
    const { id } = done(await scene.call('deposits', body), 201)
    const workspace = await workspaceOf(service, api)
    await service.services.database.transaction((tx) =>
      runWithin(tx, new Date(), {
        workspace,
        needs: { deposits: [parseId('deposit', id)!.uuid], wallet: true },
        decide: ({ changes, workspace: wallet, deposit, now }) => reverseDeposit(changes, wallet, deposit, now),
      }),
    )
  },
  async replace() {
    const { id } = await newCard(api, { amount: 4 })
    done(await api.post(`/cards/${id}/replace`, { reason: 'lost' }), 201)
  },
}

for (const move of Object.values(moves)) await move()
const expected = Object.keys(TransferKind)
  .filter((kind) => kind !== 'replace')
  .sort()

async function fromList(perPage: number): Promise<Json[]> {
  const all: Json[] = []
  for (let cursor: string | null = ''; cursor !== null && all.length < 1_000; ) {
    const next: string = cursor === '' ? '' : `&cursor=${cursor}`
    const { data, pagination } = done(await api.get(`/wallet/transactions?per_page=${perPage}${next}`), 200)
    all.push(...data)
    cursor = pagination.next_cursor
  }
  return all
}

const typesOf = (all: Json[]): string[] => [...new Set(all.map(({ type }) => type))].sort()

test('the list of wallet movements has every kind of transfer, also page by page', async () => {
  const all = await fromList(100)
  assert.deepEqual(typesOf(all), expected)
  assert.deepEqual(await fromList(3), all)
  for (const [index, { amount, balance_after }] of all.entries()) {
    const before = all[index + 1]?.balance_after ?? 0
    assert.equal(Math.round((before + amount) * 100), Math.round(balance_after * 100))
  }
})

function linesOf(text: string): Json[] {
  const [header, ...lines] = text.trimEnd().split('\r\n')
  const names = header!.split(',')
  return lines.map((line) => {
    const values = line.replace(/"[^"]*"/, 'quoted').split(',')
    return Object.fromEntries(names.map((name, index) => [name, values[index]]))
  })
}

test('the CSV file has every wallet movement', async () => {
  const lines = linesOf(done(await viewer.get('/v1/wallet/transactions?format=csv'), 200))
  const all = await fromList(100)
  assert.deepEqual(
    lines.map(({ sequence, type }) => [Number(sequence), type]),
    all.map(({ sequence, type }) => [sequence, type]),
  )
})

test('the statement for bookkeeping has every wallet movement, with a description', async () => {
  const text: string = done(await viewer.get('/dashboard/wallet/statement/export'), 200)
  const lines = linesOf(text)
  assert.deepEqual(typesOf(lines), expected)
  assert.equal(lines.length, (await fromList(100)).length)
  assert.doesNotMatch(text, /undefined/)
  await service.audit()
})
