// A reset leaves the old sandbox to be purged piece by piece. A half-purged sandbox is not part of anybody's books: an
// audit during the purge must not raise an alarm, and must still check all other workspaces.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runAudit } from '../../src/operator/run-audit.ts'
import { startTestService } from '../harness.ts'
import { asOwner, done, newCard, sceneOf, workspaceOf } from './scene.ts'

const service = await startTestService()
const MAX_STEPS = 500

test('the audit finds no fault at any step of a purge', async () => {
  const api = await service.fundedWorkspace(500)
  const scene = sceneOf(api, (await newCard(api)).id)
  const authorization = await scene.hold(30)
  done(await scene.on(authorization, 'settle', { amount: 10, final: false }), 201)
  done(await scene.on(authorization, 'reverse', { amount: 5 }), 200)
  await scene.ask(5000)
  await scene.challenge(5)
  done(await api.post('/sandbox/deposits', { currency: 'btc', amount_crypto: '0.01' }), 201)
  const old = await workspaceOf(service, api)
  done(await api.post('/sandbox/reset'), 200)

  let calls = 0
  for (let step = 1; step > 0; calls++) {
    assert.ok(calls < MAX_STEPS, `the purge has not ended after ${calls} calls`)
    const [row] = await service.services.database.write<{ step: number }[]>`
      select purge_dead_workspace(${old.bucket}::smallint, ${old.id}, ${step}, 1) as step`
    step = row!.step
    await service.audit()
  }
  assert.ok(calls > 15, `only ${calls} calls purged the workspace`)
})

test('the audit still checks the books of a live workspace while another workspace is being purged', async () => {
  const [dead, other] = [await service.fundedWorkspace(100), await service.fundedWorkspace(100)]
  const card = await newCard(other)
  done(await dead.post('/sandbox/reset'), 200)
  const { bucket, id } = await workspaceOf(service, other)
  const cards = `cards set held_cents = held_cents`
  const where = `where bucket = ${bucket} and workspace_id = '${id}'`
  await asOwner(service, (owner) => owner.unsafe(`update ${cards} + 1 ${where}`))
  const { checks } = await runAudit(service.services.database, service.services.vault)
  await asOwner(service, (owner) => owner.unsafe(`update ${cards} - 1 ${where}`))
  assert.ok(
    checks.some(({ faults }) => faults.some((fault) => fault.includes('holds 1;'))),
    card.id,
  )
})
