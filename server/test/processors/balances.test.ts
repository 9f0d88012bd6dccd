// GET /wallet/balance: the money at the processors whose BINs a workspace can use.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catchUp } from './rounds.ts'
import { openScene } from './scene.ts'

const scene = await openScene('stripe')

test('the balance at a processor is shown after it was read, to workspaces that can use its BINs', async () => {
  const { service } = scene
  const [sandbox, production] = [await service.workspace(), await service.workspace('production')]
  const balances = async () => (await sandbox.get('/wallet/balance')).body.processor_balances
  assert.deepEqual(await balances(), [])
  await catchUp(service.services)
  const [balance, ...others] = await balances()
  assert.deepEqual(others, [])
  assert.deepEqual(Object.keys(balance), ['processor', 'available', 'currency', 'as_of'])
  assert.equal(balance.processor, scene.name)
  assert.ok(balance.available > 0, `${balance.available} available`)
  assert.equal(balance.currency, 'USD')
  assert.ok(Math.abs(Date.parse(balance.as_of) - Date.now()) < 600_000, balance.as_of)
  assert.deepEqual(
    (await production.get('/wallet/balance')).body.processor_balances,
    [],
    'the BIN belongs to the sandbox',
  )
  const figures = await (await fetch(`${service.url}/metrics`)).text()
  assert.match(
    figures,
    new RegExp(`cardwright_processor_balance_dollars\\{processor="${scene.name}"\\} ${balance.available}`),
  )
  assert.match(figures, /cardwright_processor_updates_age_seconds\{processor="stripe-test"\} \d/)
})
