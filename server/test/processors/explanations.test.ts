// GET /transactions/{txn_id}/explanation for decisions by others: approved in our place, or declined without asking us.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processorKinds } from '../../src/config/processor-config.ts'
import { done, type Json } from '../sandbox/scene.ts'
import { openScene } from './scene.ts'
import type { Life } from './world.ts'

const merchant = { name: 'SOMA EATS', mcc: '5812', country: 'US' }
const scenes = await Promise.all(processorKinds.map((kind) => openScene(kind)))

for (const scene of scenes) {
  const { service, world, deliver } = scene
  const { kind } = world

  /** Returns the explanation of the newest transaction after the processor has reported it. */
  async function explained(begins: Life['begins'], amount: bigint): Promise<Json> {
    const api = await service.fundedWorkspace(1_000)
    const { id, externalId } = await scene.newCard(api, 10)
    await world.live(externalId, { amount, merchant, begins, steps: [] })
    for (const message of world.take()) assert.equal((await deliver(message)).status, 200)
    const { data } = done(await api.get(`/transactions?card_id=${id}`), 200)
    const [entry] = done(await api.get(`/transactions/${data[0].id}`), 200).authorization_timeline
    const explanation = done(await api.get(`/transactions/${data[0].id}/explanation`), 200)
    return { ...explanation, word: entry.processor_word }
  }

  test(`${kind}: a decline by the processor is explained with the text of the processor and would pass now`, async () => {
    const { outcome, decline_reason, because, tests, now, word } = await explained('declined_there', 500n)
    assert.deepEqual([outcome, decline_reason], ['declined', 'declined_by_processor'])
    assert.ok(word.length > 0 && because.includes(`“${word}”`), because)
    assert.deepEqual(tests, [
      {
        test: 'declined_by_processor',
        outcome: 'failed',
        words: 'The processor does not decline it by itself.',
        numbers: word,
      },
    ])
    assert.deepEqual([now.would_pass, now.decline_reason], [true, null])
    assert.ok(now.tests.length > 5, `all of our own checks ran: ${now.tests.length}`)
  })

  test(`${kind}: a decline by the processor that we would decline too shows our own reason for now`, async () => {
    const { decline_reason, now } = await explained('declined_there', 1_001n)
    assert.deepEqual(
      [decline_reason, now.would_pass, now.decline_reason],
      ['declined_by_processor', false, 'insufficient_funds'],
    )
  })

  test(`${kind}: a purchase that was approved in our place was not checked then and is checked now`, async () => {
    const { outcome, decline_reason, title, tests, now } = await explained('stood_in', 2_500n)
    assert.deepEqual([outcome, decline_reason, title, tests], ['not_judged', null, 'It was approved in our place', []])
    assert.deepEqual([now.would_pass, now.decline_reason], [false, 'insufficient_funds'])
  })
}
