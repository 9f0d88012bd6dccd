// The operator's commands about processors, run as an operator runs them, beside a service with simulated processors.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { processorKinds } from '../../src/config/processor-config.ts'
import {
  asOwner,
  cardwright,
  environmentOf as databaseOf,
  fails,
  succeeds,
} from '../../src/operator/operator-fixture.ts'
import type { Api } from '../harness.ts'
import { pushStates } from './rounds.ts'
import { environmentOf, openScene, type Scene } from './scene.ts'
import type { Life, LifeStep } from './world.ts'

const merchant = { name: 'SOMA EATS', mcc: '5812', country: 'US' }
const asked = (amount: bigint, steps: LifeStep[] = []): Life => ({ amount, merchant, begins: 'asked', steps })
const today = () => new Date().toISOString().slice(0, 10)

const scenes: Scene[] = await Promise.all(processorKinds.map((kind) => openScene(kind)))
const [lithic, stripe, increase] = scenes as [Scene, Scene, Scene]
const owners = new Map(scenes.map((scene) => [scene, asOwner(scene.service.connection)]))

/** As the service's, but for the secret, which `connect` is to fetch. */
function env(scene: Scene, more: Record<string, string> = {}) {
  const { WORLD_SECRET: _, CARDWRIGHT_PROCESSORS: text, ...settings } = environmentOf(scene.name, scene.world)
  const entries = JSON.parse(text!)
  delete entries[scene.name].webhook_secret
  return {
    ...databaseOf(scene.service.connection),
    ...settings,
    CARDWRIGHT_PROCESSORS: JSON.stringify(entries),
    CARDWRIGHT_PUBLIC_URL: scene.service.url,
    ...more,
  }
}

async function funded(scene: Scene, amount = 100): Promise<{ api: Api; id: string; externalId: string }> {
  const api = await scene.service.fundedWorkspace(1_000)
  return { api, ...(await scene.newCard(api, amount)) }
}

async function deliverAll({ world, deliver }: Scene): Promise<void> {
  for (const message of world.take()) assert.equal((await deliver(message)).status, 200)
}

for (const scene of scenes) {
  const { kind } = scene.world

  test(`${kind}: connect enrols, makes holders, stores sealed secrets and says so in the audit log`, async () => {
    await scene.service.workspace()
    const before = JSON.parse((await cardwright(['processors', 'check', scene.name, '--json'], env(scene))).out)
    assert.ok(
      before.some(({ problem }: { problem: string }) => /secret/.test(problem)),
      JSON.stringify(before),
    )
    const said = await succeeds(['processors', 'connect', scene.name], env(scene))
    assert.match(said, new RegExp(`${scene.name} asks at ${scene.service.url}/processors/${scene.name}/decisions`))
    assert.match(said, /Holders: \d+ made, 0 there already\./)
    assert.match(said, /signing secrets? (is|are) stored, sealed/)
    const owner = owners.get(scene)!
    const [state] =
      await owner`select secrets_sealed, connected_at from processor_states where processor = ${scene.name}`
    assert.ok(state!.connected_at instanceof Date)
    assert.ok(!state!.secrets_sealed.toString('latin1').includes(scene.world.signingSecret))
    const [holders] = await owner`
      select (select count(*) from processor_holders)::integer as made, (select count(*) from accounts)::integer as accounts`
    assert.equal(holders!.made, holders!.accounts)
    const acts = await owner`select distinct actor, subject from audit_log where action = 'processor.connect'`
    assert.equal(acts.length, 1)
    assert.match(acts[0]!.actor, /^operator:/)
    assert.equal(acts[0]!.subject, scene.name)
  })

  test(`${kind}: after connect check finds the processor sound, but for the worker that does not run`, async () => {
    const { out, code } = await cardwright(['processors', 'check', scene.name, '--json'], env(scene))
    const problems = JSON.parse(out).map(({ problem }: { problem: string }) => problem)
    assert.deepEqual(problems, ['Its events were not read yet, nor asked for.'])
    assert.equal(code, 1)
  })

  test(`${kind}: a message by the new secret is taken at once, without a restart`, async () => {
    const { api, id, externalId } = await funded(scene)
    await scene.world.live(externalId, asked(2_500n))
    assert.equal((await api.get(`/cards/${id}`)).body.balance, 75)
    await deliverAll(scene)
    await scene.service.audit()
  })

  test(`${kind}: connect again is harmless`, async () => {
    const again = JSON.parse(await succeeds(['processors', 'connect', scene.name, '--json'], env(scene)))
    assert.equal(again.made, 0)
    assert.ok(again.present > 0)
    assert.deepEqual(again.refused, [])
    assert.doesNotMatch(JSON.stringify(again), new RegExp(scene.world.apiKey))
  })

  test(`${kind}: sync brings what no message brought, once`, async () => {
    const { api, id, externalId } = await funded(scene)
    await scene.world.live(externalId, asked(4_000n, [{ act: 'settle', amount: 3_000n, isFinal: true }]))
    scene.world.take() // lost
    const first = JSON.parse(await succeeds(['processors', 'sync', scene.name, '--since', '30m', '--json'], env(scene)))
    assert.ok(first.reports.applied > 0, JSON.stringify(first))
    assert.equal((await api.get(`/cards/${id}`)).body.balance, 70)
    const second = JSON.parse(
      await succeeds(['processors', 'sync', scene.name, '--since', '30m', '--json'], env(scene)),
    )
    assert.equal(second.reports.applied, 0)
    assert.ok(second.reports.known > 0)
    const [act] = await owners.get(scene)!`select subject from audit_log where action = 'processor.sync' limit 1`
    assert.equal(act!.subject, scene.name)
    await scene.service.audit()
  })
}

test('list shows every processor, in words and as JSON', async () => {
  assert.match(await succeeds(['processors', 'list'], env(stripe)), /stripe-test {2}stripe {2}sandbox {6}1 /)
  const [listed] = JSON.parse(await succeeds(['processors', 'list', '--json'], env(stripe)))
  assert.deepEqual([listed.name, listed.kind, listed.bins, listed.deferred], ['stripe-test', 'stripe', 1, 0])
  assert.match(listed.connected_at, /^20/)
  const none = { ...env(stripe), CARDWRIGHT_PROCESSORS: '' }
  assert.match(await succeeds(['processors', 'list'], none), /processors.json names no processor/)
})

test('a name that nobody knows, a day that is none and a time that is none are refused in a sentence', async () => {
  assert.match(
    await fails(['processors', 'check', 'nobody'], env(stripe)),
    /no processor "nobody": there are stripe-test/,
  )
  for (const day of ['yesterday', '2026-02-30', '2199-01-01'])
    assert.match(await fails(['processors', 'reconcile', stripe.name, '--day', day], env(stripe), 2), /--day/)
  for (const since of ['0m', '91d', '5', 'x'])
    assert.match(await fails(['processors', 'sync', stripe.name, '--since', since], env(stripe), 2), /--since must be/)
})

test('connect enrols nothing where the service is not reached through the public address', async () => {
  const connect = ['processors', 'connect', stripe.name]
  const other = createServer((_request, response) => response.writeHead(401).end('{}'))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  after(() => other.close())
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  const calls = stripe.world.calls.length
  const refusals: [string, RegExp][] = [
    ['', /CARDWRIGHT_PUBLIC_URL is not set/],
    ['http://cards.example.com', /which is not https/],
    ['http://127.0.0.1:1', /does not answer \(ECONNREFUSED\)/],
    [elsewhere, /answered 401 without the proof that it is this service/],
    [`${stripe.service.url}/elsewhere`, /answered 404: whoever answers there does not know this processor/],
  ]
  for (const [url, why] of refusals) {
    const said = await fails(connect, env(stripe, { CARDWRIGHT_PUBLIC_URL: url }))
    assert.match(said, why)
    assert.match(said, /nothing was enrolled/)
  }
  assert.equal(stripe.world.calls.length, calls, 'the processor was not called')
})

test('what the processor answers to connect is told in a sentence', async () => {
  stripe.world.faults.push('refuse')
  assert.match(
    await fails(['processors', 'connect', stripe.name], env(stripe)),
    /stripe-test said no when our addresses/,
  )
  stripe.world.faults.push('fail')
  assert.match(await fails(['processors', 'connect', stripe.name], env(stripe)), /stripe-test did not answer when our/)
  stripe.world.faults.length = 0
})

for (const scene of [stripe, increase]) {
  const reconcile = (day: string, more: string[] = []) =>
    cardwright(['processors', 'reconcile', scene.name, '--day', day, ...more], env(scene))

  test(`${scene.world.kind}: reconcile agrees to the cent, and finds a posting that is missing on either side`, async () => {
    const { externalId } = await funded(scene)
    await scene.world.live(
      externalId,
      asked(5_000n, [
        { act: 'settle', amount: 4_500n, isFinal: true },
        { act: 'refund', amount: 1_234n },
      ]),
    )
    await deliverAll(scene)
    const day = today()
    const equal = await reconcile(day)
    assert.equal(equal.code, 0, equal.out + equal.err)
    assert.match(equal.out, /The two agree to the cent/)
    const owner = owners.get(scene)!
    const [taken] = await owner`select * from processor_posts where amount_cents = -1234`
    await owner`delete from processor_posts where bucket = ${taken!.bucket} and id = ${taken!.id}`
    const missingHere = await reconcile(day)
    assert.equal(missingHere.code, 1)
    assert.match(missingHere.out, /given back +\S+ +\S+ +12\.34/)
    assert.match(missingHere.out, new RegExp(`never posted here:\n  ${taken!.reference}`))
    await owner`insert into processor_posts ${owner({ ...taken!, amount_cents: -1_233n } as never)}`
    const byACent = JSON.parse((await reconcile(day, ['--json'])).out)
    assert.equal(BigInt(byACent.theirs.refunds) - BigInt(byACent.ours.refunds), 1n)
    assert.equal(byACent.is_equal, false)
    await owner`update processor_posts set amount_cents = -1234 where bucket = ${taken!.bucket} and id = ${taken!.id}`
    await owner`update processor_posts set reference = 'never_there' where bucket = ${taken!.bucket} and id = ${taken!.id}`
    const missingThere = await reconcile(day)
    assert.equal(missingThere.code, 1)
    assert.match(missingThere.out, /Posted here and not settled there:\n {2}never_there/)
    await owner`update processor_posts set reference = ${taken!.reference} where bucket = ${taken!.bucket} and id = ${taken!.id}`
    assert.equal((await reconcile(day)).code, 0)
  })
}

test('lithic: a day without totals is not taken for one that agrees', async () => {
  const said = await fails(['processors', 'reconcile', lithic.name, '--day', today()], env(lithic))
  assert.match(said, /has no totals of .*: the day is not complete there yet/)
})

test('doctor finds BINs without a processor, deferred messages, pushes, creations and states that differ', async () => {
  const scene = lithic
  const owner = owners.get(scene)!
  const { api, id, externalId } = await funded(scene)
  await api.post(`/cards/${id}/freeze`)
  scene.world.faults.push('fail')
  await pushStates(scene.service.services)
  await owner`update processor_cards set push_attempts = 9, differs_since = now() - interval '2 hours' where external_id = ${externalId}`
  await owner`
    insert into processor_parked (id, processor, card_ref, reason, body_sealed, received_at, next_try_at)
    values (gen_random_uuid(), ${scene.name}, 'x', 'unknown card', '', now(), now())`
  const examine = async (more: Record<string, string> = {}) => {
    const { code, out } = await cardwright(['doctor', '--json'], env(scene, more))
    return {
      code,
      text: JSON.parse(out)
        .map((each: { state: string; text: string }) => `${each.state} ${each.text}`)
        .join('\n'),
    }
  }
  const { code, text } = await examine()
  assert.equal(code, 1)
  assert.match(text, /warning 1 of its messages are deferred since \S+: unknown card/)
  assert.match(text, /problem It does not take the state of 1 cards, after up to 9 attempts/)
  assert.match(text, /problem 1 cards have another state there than here, the first since/)
  assert.match(text, /problem Its events were not read yet, nor asked for/)
  const unnamed = await examine({ CARDWRIGHT_PROCESSORS: '{}' })
  assert.match(
    unnamed.text,
    /problem BIN bin_outside is for the processor lithic-test, which processors.json does not name/,
  )
  const { out: audited, code: faults } = await cardwright(['audit'], env(scene))
  assert.equal(faults, 1)
  assert.match(audited, /its state at lithic-test differs from ours since \S+ \(active there, frozen here\)/)
  await owner`delete from processor_parked where card_ref = 'x'`
  // A clock of milliseconds may not have come to what the database calls now.
  await owner`update processor_cards set push_at = now() - interval '1 second' where external_id = ${externalId}`
  await pushStates(scene.service.services)
  const healed = await examine()
  assert.doesNotMatch(healed.text, /parked|another state|does not take/)
  await scene.service.audit()
})
