// The same ceiling applies to questions of processors: a signed question for an increment on a terminated card takes at
// most what the card returned to the wallet.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processorKinds } from '../../src/config/processor-config.ts'
import { OUTSIDE_BIN, openScene } from '../processors/scene.ts'
import type { LifeStep } from '../processors/world.ts'
import { done } from '../sandbox/scene.ts'

const merchant = { name: 'SOMA EATS', mcc: '5812', country: 'US' }
const more = (amount: bigint): LifeStep => ({ act: 'increment', amount })
const scenes = await Promise.all(processorKinds.map((kind) => openScene(kind)))

for (const { service, world, deliver } of scenes)
  test(`${world.kind}: increments on a terminated card take at most the amount that it returned`, async () => {
    const api = await service.fundedWorkspace(5_000)
    const body = { bin_id: OUTSIDE_BIN, amount: 20, controls: { uses: 1 } }
    const { id } = done(await api.post('/cards', body), 201)
    const externalId = [...world.cards].find(([, card]) => card.cardId === id)![0]
    const before = done(await api.get('/wallet/balance'), 200).balance
    const steps = [more(400_000n), more(501n), more(300n), more(201n), more(200n), more(1n)]
    await world.live(externalId, { amount: 1_500n, merchant, begins: 'asked', steps })
    const check = async () => {
      const { held, status } = done(await api.get(`/cards/${id}`), 200)
      assert.deepEqual([held, status], [20, 'terminated'])
      assert.equal(done(await api.get('/wallet/balance'), 200).balance, before)
    }
    await check()
    const { data } = done(await api.get(`/transactions?card_id=${id}`), 200)
    const amounts = data.map(({ type, amount }: { type: string; amount: number }) => `${type} ${-amount}`)
    assert.deepEqual(
      amounts.filter((each: string) => each.startsWith('authorization')),
      ['authorization 2', 'authorization 3', 'authorization 15'],
    )
    for (const message of world.take()) await deliver(message)
    await check()
    // An amount that the processor approved on its own is held anyway and appears as a movement of the wallet.
    await world.live(externalId, { amount: 700n, merchant, begins: 'stood_in', steps: [] })
    for (const message of world.take()) await deliver(message)
    assert.equal(done(await api.get('/wallet/balance'), 200).balance, before - 7)
    const [newest] = done(await api.get('/wallet/transactions'), 200).data
    assert.deepEqual([newest.type, newest.amount, newest.card_id], ['hold', -7, id])
    await service.audit()
  })
