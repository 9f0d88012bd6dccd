// Messages of processors that are refused, and that no part of them is stored. Also how this service proves its
// identity.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyDeferred } from '../../src/card-network/catch-up.ts'
import { proofOf } from '../../src/card-network/prove-callback.ts'
import { processorKinds } from '../../src/config/processor-config.ts'
import { asOwner } from '../../src/operator/operator-fixture.ts'
import { defer } from '../../src/processors/deferred-messages.ts'
import { openScene } from './scene.ts'
import type { Message } from './world.ts'

const merchant = { name: 'SOMA EATS', mcc: '5812', country: 'US' }
const scenes = await Promise.all(processorKinds.map((kind) => openScene(kind)))

for (const scene of scenes) {
  const { service, world, deliver } = scene
  const owner = asOwner(service.connection)

  async function refused(message: Message, what: string, status = 401): Promise<void> {
    const before = await stored()
    const answer = await deliver(message)
    assert.equal(answer.status, status, `${what}: ${answer.body}`)
    assert.deepEqual(await stored(), before, what)
  }

  async function stored() {
    const [counts] = await owner`
      select (select count(*) from processor_parked) as deferred, (select count(*) from processor_authorizations) as authorizations,
        (select count(*) from transactions) as transactions, (select count(*) from idempotency_keys) as keys`
    return { ...counts }
  }

  test(`${world.kind}: what is not signed, changed, cut off, of another hour or too large is refused and not stored`, async () => {
    const api = await service.fundedWorkspace(100)
    const { externalId } = await scene.newCard(api, 50)
    await world.live(externalId, { amount: 700n, merchant, begins: 'stood_in', steps: [] })
    const [message] = world.take()
    const { headers, body, callback } = message!
    await refused({ callback, body, headers: { 'content-type': 'application/json' } }, 'unsigned')
    await refused({ callback, headers, body: `${body} ` }, 'a byte more')
    await refused({ callback, headers, body: body.slice(0, -1) }, 'truncated')
    await refused({ callback, headers, body: '' }, 'empty')
    const old = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        value.replace(/\b(1[6-9]\d{8})\b/, (at) => `${Number(at) - 3_600}`),
      ]),
    )
    assert.notDeepEqual(old, headers)
    await refused({ callback, headers: old, body }, 'another time than the one that was signed')
    await refused({ callback, headers, body: 'x'.repeat(1_000_000) }, 'a megabyte', 400)
    const figure = await (await fetch(`${service.url}/metrics`)).text()
    const counted = figure.match(new RegExp(`bad_signatures_total\\{processor="${scene.name}"\\} (\\d+)`))
    assert.equal(Number(counted![1]), 5)
    assert.equal((await deliver(message!)).status, 200, 'the message itself is taken')
    await service.audit()
  })

  test(`${world.kind}: a probe is refused with a proof, and nothing but a probe gets one`, async () => {
    const nonce = '0123456789abcdef0123456789abcdef'
    const probe = (value: string) =>
      deliver({ callback: 'events', headers: { 'x-cardwright-probe': value }, body: '{}' })
    const { status, headers } = await probe(nonce)
    assert.equal(status, 401)
    assert.equal(headers['x-cardwright-proof'], proofOf(service.services.vault, scene.name, nonce))
    for (const other of ['', 'x', nonce.slice(1), `${nonce}0`, nonce.toUpperCase().replace('0', 'G')])
      assert.equal((await probe(other)).headers['x-cardwright-proof'], undefined, other)
  })
}

test('a deferred message that fails does not keep those behind it from the books', async () => {
  const [scene] = scenes
  const { service, world } = scene!
  const owner = asOwner(service.connection)
  const api = await service.fundedWorkspace(100)
  const { id, externalId } = await scene!.newCard(api, 50)
  const report = (cardRef: string) => ({
    authorizationRef: `parked-${cardRef}`,
    cardRef,
    version: 1n,
    hold: 700n,
    outcome: 'approved' as const,
    decidedBy: 'stand_in' as const,
    ended: undefined,
    word: undefined,
    amount: 700n,
    posts: [],
    settled: undefined,
    merchant,
  })
  // The first one breaks: its hold is no number that the database takes.
  await defer(
    service.services,
    `${world.kind}-test`,
    { ...report(externalId), authorizationRef: 'broken', hold: 2n ** 70n },
    'unknown card',
  )
  await defer(service.services, `${world.kind}-test`, report(externalId), 'unknown card')
  await owner`update processor_parked set next_try_at = now() - interval '1 minute'`
  const { tried, applied } = await applyDeferred(service.services)
  assert.deepEqual([tried, applied], [2, 1])
  assert.equal((await api.get(`/cards/${id}`)).body.balance, 43)
  const [left] = await owner`select attempts from processor_parked`
  assert.equal(left!.attempts, 1)
  await owner`delete from processor_parked`
  await service.audit()
})
