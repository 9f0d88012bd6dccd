// Open holds are compared with their processors, and a difference is shown until an operator has settled it.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { answerQuestion } from '../../src/card-network/answer-question.ts'
import { compareHolds, takeOutsideHolds } from '../../src/card-network/compare-holds.ts'
import { arrivalOf } from '../../src/card-network/question-time.ts'
import { processorKinds } from '../../src/config/processor-config.ts'
import { connect } from '../../src/database/database.ts'
import { newUuid } from '../../src/ids.ts'
import { ownProblems } from '../../src/operator/processors/processor-problems.ts'
import { runAudit } from '../../src/operator/run-audit.ts'
import { observeCards } from '../../src/processors/observed-states.ts'
import { openScene } from './scene.ts'
import type { LifeStep } from './world.ts'

const merchant = { name: 'SOMA EATS', mcc: '5812', country: 'US' }
const DAY_MS = 86_400_000

const scenes = await Promise.all(processorKinds.map((kind) => openScene(kind)))
const owners = new Map(scenes.map((scene) => [scene, connect(scene.service.connection, { max: 1 })]))
after(() => Promise.all([...owners.values()].map((owner) => owner.end())))

for (const scene of scenes) {
  const { service, world, deliver, name } = scene
  const { kind } = world
  const { services } = service
  const owner = owners.get(scene)!
  const processor = services.processors.get(name)!

  test(`${kind}: an open hold is compared from its second day on, once an hour`, async () => {
    const { externalId, reference } = await held([])
    const [placed] = await owner<{ compare_at: Date }[]>`
      select compare_at from processor_authorizations where reference = ${reference}`
    assert.ok(Math.abs(placed!.compare_at.getTime() - Date.now() - DAY_MS) < 60_000)
    assert.equal(await callsOfRound(), 0, 'not before')
    await makeDue()
    assert.ok((await callsOfRound()) > 0)
    assert.equal(await callsOfRound(), 0, 'not again within the hour')
    assert.equal(world.books(externalId).held, 700n)
    await assertNoDifference()
  })

  test(`${kind}: what no message and no poll brought is applied by the comparison`, async () => {
    const { api, id } = await held([{ act: 'settle', amount: 700n, isFinal: true }])
    assert.equal((await api.get(`/cards/${id}`)).body.held, 7)
    await makeDue()
    await callsOfRound()
    assert.equal((await api.get(`/cards/${id}`)).body.held, 0)
    await assertNoDifference()
  })

  test(`${kind}: a hold that the processor does not have is shown, and released when the operator says so`, async () => {
    const { api, id, externalId } = await card()
    const reference = `unknown_${newUuid().replaceAll('-', '')}`
    const question = {
      ...({ kind: 'authorize', id: reference, authorizationRef: reference, cardRef: externalId } as const),
      ...({ amount: 900n, amountIs: 'extra', partial: false, merchant, patienceMs: 6_000 } as const),
    }
    await answerQuestion(services, processor, question, arrivalOf(new Date(), performance.now(), new Date()))
    assert.equal((await api.get(`/cards/${id}`)).body.held, 9)
    await makeDue()
    await callsOfRound()
    assert.equal((await api.get(`/cards/${id}`)).body.held, 9, 'the comparison moves no money')
    assert.match(await metrics(), new RegExp(`holds_differing{processor="${name}"} 1`))
    const problems = await ownProblems(services.database.read, name, service.config, new Date())
    assert.ok(
      problems.some(({ problem, isSevere }) => isSevere && /another amount than we do for 1 auth/.test(problem)),
    )
    const { checks } = await runAudit(services.database, services.vault)
    assert.match(
      checks.flatMap(({ faults }) => faults).join('\n'),
      new RegExp(`${reference} of .* holds 0 since .* has 900`),
    )
    assert.equal(await takeOutsideHolds(services, processor), 1)
    assert.equal((await api.get(`/cards/${id}`)).body.held, 0)
    await assertNoDifference()
  })

  test(`${kind}: a hold that cannot be compared does not keep the others from it`, async () => {
    const cards = [await held([{ act: 'expire' }]), await held([{ act: 'expire' }]), await held([{ act: 'expire' }])]
    await makeDue(cards)
    world.faults.push('fail')
    await callsOfRound()
    const shown = await Promise.all(cards.map(async ({ api, id }) => (await api.get(`/cards/${id}`)).body.held))
    assert.deepEqual(shown.toSorted(), [0, 0, 7])
    await makeDue(cards)
    await callsOfRound()
    for (const { api, id } of cards) assert.equal((await api.get(`/cards/${id}`)).body.held, 0)
    await assertNoDifference()
  })

  test(`${kind}: a card that cannot be read does not keep the others from the hourly comparison`, async () => {
    for (let n = 0; n < 3; n++) await card()
    await owner`update processor_cards set observed_at = now() - interval '2 hours'`
    assert.ok((await unread()) >= 3)
    world.faults.push('fail')
    await observeCards(services)
    assert.equal(await unread(), 1, 'one of them is left')
    await observeCards(services)
    assert.equal(await unread(), 1, 'and waits for its hour')
    await owner`update processor_cards set unread_until = now() - interval '1 minute' where unread_until is not null`
    await observeCards(services)
    assert.equal(await unread(), 0)
  })

  async function unread(): Promise<number> {
    const [row] = await owner<{ count: number }[]>`
      select count(*)::integer as count from processor_cards where observed_at < now() - interval '1 hour'`
    return row!.count
  }

  async function card() {
    world.faults.length = 0
    const api = await service.fundedWorkspace(500)
    return { api, ...(await scene.newCard(api, 100)) }
  }

  /** A hold that both sides know, and what happens to it there without a word to us. */
  async function held(steps: readonly LifeStep[]) {
    const made = await card()
    world.take()
    await world.live(made.externalId, { amount: 700n, merchant, begins: 'asked', steps })
    const [first] = world.take()
    // Increase's messages name an object that is fetched as it is now.
    if (steps.length === 0 || kind !== 'increase') await deliver(first!)
    const [row] = await owner<{ reference: string }[]>`
      select a.reference from processor_authorizations a join processor_card_routes r on r.bucket = a.bucket and r.card_id = a.card_id
      where r.external_id = ${made.externalId}`
    return { ...made, reference: row!.reference }
  }

  /** Those that are open, or only these. */
  async function makeDue(only?: readonly { reference: string }[]): Promise<void> {
    const references = only?.map(({ reference }) => reference) ?? null
    await owner`
      update processor_authorizations set compare_at = now() - interval '1 minute'
      where compare_at is not null and (${references}::text[] is null or reference = any(${references}::text[]))`
  }

  async function callsOfRound(): Promise<number> {
    await owner`update processor_states set holds_compared_at = null`
    const before = world.calls.length
    await compareHolds(services)
    return world.calls.length - before
  }

  async function assertNoDifference(): Promise<void> {
    await service.audit()
    const differing = await owner`select reference from processor_authorizations where differs_since is not null`
    assert.deepEqual([...differing], [])
  }

  async function metrics(): Promise<string> {
    return (await fetch(`${service.url}/metrics`)).text()
  }
}
