// The addresses that processors call, used by an attacker and by a confused processor.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { applyDeferred } from '../../src/card-network/catch-up.ts'
import { processorKinds } from '../../src/config/processor-config.ts'
import { connect } from '../../src/database/database.ts'
import { OUTSIDE_BIN, openScene, type Scene } from './scene.ts'
import type { Message, Reply } from './world.ts'

const merchant = { name: 'SOMA EATS', mcc: '5812', country: 'US' }
const MEGABYTE = 1_000_000

// All of them before the first test: what is opened later would be closed with the tests before it.
const scenes: Scene[] = await Promise.all(processorKinds.map((kind) => openScene(kind)))
/** With rights that the service does not have. */
const owners = new Map(scenes.map((scene) => [scene, connect(scene.service.connection, { max: 1 })]))
after(() => Promise.all([...owners.values()].map((owner) => owner.end())))

for (const scene of scenes) {
  const { service, world, name } = scene
  const { kind } = world

  test(`${kind}: what nobody has signed is refused before it is read, and leaves nothing`, async () => {
    const { externalId } = await funded(scene)
    const message = await report(scene, externalId)
    const before = await rows(scene)
    const forged = [
      { ...message, body: `${message.body} ` },
      { ...message, headers: { 'content-type': 'application/json' } },
      { ...message, headers: withSignatureOf(message, 'AAAA') },
      { ...message, body: '' },
      { ...message, body: '{' },
    ]
    for (const each of forged) assertRefused(await scene.deliver(each), 401)
    assert.deepEqual(await rows(scene), before)
    assert.match(await metrics(scene), new RegExp(`bad_signatures_total{processor="${name}"} ${forged.length}`))
  })

  test(`${kind}: a signature of ten minutes ago is refused`, async () => {
    const { externalId } = await funded(scene)
    const message = await report(scene, externalId)
    const { clock } = service.services
    const later = new Date(clock().getTime() + 600_000)
    const processor = service.services.processors.get(name)!
    assert.throws(() => processor.verify(message.headers, Buffer.from(message.body), later), /too old/)
  })

  test(`${kind}: a body of a megabyte is refused, and so is an unknown processor`, async () => {
    const message = {
      callback: 'events' as const,
      headers: { 'content-type': 'application/json' },
      body: 'x'.repeat(MEGABYTE),
    }
    const { status } = await scene.deliver(message)
    assert.ok(status === 413 || status === 400, String(status))
    const unknown = await fetch(`${service.url}/processors/nobody/events`, { method: 'POST', body: '{}' })
    assert.equal(unknown.status, 404)
    const read = await fetch(`${service.url}/processors/${name}/events`)
    assert.ok(read.status === 404 || read.headers.get('content-type')?.startsWith('text/html') === true)
  })

  test(`${kind}: a question about a card that is not ours is declined, and leaves nothing`, async () => {
    const stranger = await funded(scene)
    const before = await rows(scene)
    await forget(scene, stranger.externalId)
    await world.live(stranger.externalId, { amount: 500n, merchant, begins: 'asked', steps: [] })
    assert.equal(world.books(stranger.externalId).held, 0n, 'they took it for a no')
    assert.equal((await rows(scene)).authorizations, before.authorizations)
    world.take()
  })

  test(`${kind}: what happened to a card that we do not know yet is deferred, and applied when it appears`, async () => {
    const { api, id, externalId } = await funded(scene)
    const route = await forget(scene, externalId)
    await world.live(externalId, {
      amount: 700n,
      merchant,
      begins: 'forced',
      steps: [{ act: 'settle', amount: 700n, isFinal: true }],
    })
    for (const message of world.take()) assert.equal((await scene.deliver(message)).status, 200)
    assert.ok((await rows(scene)).deferred >= 1)
    await remember(scene, externalId, route)
    await owners.get(scene)!`update processor_parked set next_try_at = now() - interval '1 second'`
    await applyDeferred(service.services)
    const left = await owners.get(scene)!`select reason, card_ref, attempts from processor_parked`
    assert.deepEqual([...left], [])
    assert.equal((await api.get(`/cards/${id}`)).body.balance, 100 - Number(world.books(externalId).taken) / 100)
    await service.audit()
  })

  test(`${kind}: a question for a card of a sandbox that was reset is declined`, async () => {
    const { api, externalId } = await funded(scene)
    assert.equal((await api.post('/sandbox/reset')).status, 200)
    await world.live(externalId, { amount: 500n, merchant, begins: 'asked', steps: [] })
    assert.equal(world.books(externalId).held, 0n)
    world.take()
  })

  test(`${kind}: a live key never issues from a range of the sandbox`, async () => {
    const live = await service.workspace('production')
    const { status, body } = await live.post('/cards', { bin_id: OUTSIDE_BIN, amount: 10 })
    assert.deepEqual([status, body.error], [400, 'invalid_bin'])
  })
}

async function funded(scene: Scene) {
  const api = await scene.service.fundedWorkspace(500)
  return { api, ...(await scene.newCard(api, 100)) }
}

/** A message about a purchase, taken before it is delivered. */
async function report({ world }: Scene, externalId: string): Promise<Message> {
  world.take()
  await world.live(externalId, { amount: 300n, merchant, begins: 'stood_in', steps: [] })
  const [message] = world.take()
  return message!
}

function withSignatureOf({ headers }: Message, signature: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([header, value]) =>
      header === 'webhook-signature'
        ? [header, `v1,${signature}`]
        : header === 'stripe-signature'
          ? [header, value.replace(/v1=.*/, `v1=${signature}`)]
          : [header, value],
    ),
  )
}

function assertRefused({ status, body }: Reply, expected: number): void {
  assert.equal(status, expected, body)
  assert.equal(JSON.parse(body).error, 'unauthorized')
}

async function rows({ service: { services }, name }: Scene) {
  const [row] = await services.database.read<{ authorizations: number; posts: number; deferred: number }[]>`
    select (select count(*)::integer from processor_authorizations where processor = ${name}) as authorizations,
      (select count(*)::integer from processor_posts where processor = ${name}) as posts,
      (select count(*)::integer from processor_parked where processor = ${name}) as deferred`
  return row!
}

async function metrics({ service }: Scene): Promise<string> {
  return (await fetch(`${service.url}/metrics`)).text()
}

type Route = { bucket: number; workspace_id: string; card_id: string }

/** As if the creation of the card had not ended here yet. */
async function forget(scene: Scene, externalId: string): Promise<Route> {
  const { name } = scene
  const owner = owners.get(scene)!
  const [route] = await owner<Route[]>`
    delete from processor_card_routes where processor = ${name} and external_id = ${externalId}
    returning bucket, workspace_id, card_id`
  return route!
}

async function remember(scene: Scene, externalId: string, { bucket, workspace_id, card_id }: Route): Promise<void> {
  const { name } = scene
  const owner = owners.get(scene)!
  await owner`
    insert into processor_card_routes (processor, external_id, bucket, workspace_id, card_id)
    values (${name}, ${externalId}, ${bucket}, ${workspace_id}, ${card_id})`
}
