// A question that reaches us late: after a stopped process, a slow network, or the processor's own decision. It must not hold
// money, since nobody would release it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ProcessorKind, processorKinds } from '../../src/config/processor-config.ts'
import { type Api, startTestService } from '../harness.ts'
import { environmentOf, openScene, type Scene } from './scene.ts'
import type { Life, Message, Reply } from './world.ts'

const merchant = { name: 'SOMA EATS', mcc: '5812', country: 'US' }
const purchase: Life = { amount: 700n, merchant, begins: 'asked', steps: [] }
const RACES = 12

/** How a kind treats its questions while a test runs. */
type Way = { behindMs: number; ask: undefined | ((message: Message, isFirst: boolean) => Promise<Reply | undefined>) }

const ways = new Map<ProcessorKind, Way & { asked: number }>()
const scenes = await Promise.all(processorKinds.map(open))

async function open(kind: ProcessorKind): Promise<Scene> {
  const way: Way & { asked: number } = { behindMs: 0, ask: undefined, asked: 0 }
  ways.set(kind, way)
  return openScene(kind, {
    clock: () => new Date(Date.now() - way.behindMs),
    ask: async (message, deliver) => {
      way.asked += 1
      const reply = way.ask ? await way.ask(message, way.asked === 1) : await deliver(message)
      if (!reply) throw new Error('no answer')
      return reply
    },
  })
}

for (const scene of scenes) {
  const { service, world, deliver } = scene
  const { kind } = world
  const way = ways.get(kind)!

  test(`${kind}: a question that was signed three seconds ago changes nothing; one that was signed now is decided`, async () => {
    const { api, id, externalId } = await funded()
    const replies: Reply[] = []
    way.behindMs = 3_000
    answer(async (message) => {
      replies.push(await deliver(message))
      return replies.at(-1)
    })
    const before = await rows(scene)
    await world.live(externalId, purchase)
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([503]))
    assert.equal((await api.get(`/cards/${id}`)).body.held, 0)
    assert.equal(await rows(scene), before, 'no authorization was stored')
    reset()
    await world.live(externalId, purchase)
    assert.equal((await api.get(`/cards/${id}`)).body.held, 7)
    await service.audit()
  })

  test(`${kind}: a question that arrives after the report of its outcome holds nothing`, async () => {
    const { api, id, externalId } = await funded()
    for (let n = 0; n < 4; n++) {
      const question = await unanswered(externalId)
      for (const report of world.take()) assert.equal((await deliver(report)).status, 200)
      await deliver(asIfPending(question))
      assert.equal((await api.get(`/cards/${id}`)).body.held, dollars(world.books(externalId).held))
    }
    await service.audit()
  })

  test(`${kind}: an increase that arrives after the report of its outcome holds nothing`, async () => {
    const { api, id, externalId } = await funded()
    for (let n = 0; n < 4; n++) {
      const question = await unansweredIncrease(externalId)
      for (const report of world.take()) assert.equal((await deliver(report)).status, 200)
      await deliver(asIfPending(question))
      assert.equal((await api.get(`/cards/${id}`)).body.held, dollars(world.books(externalId).held))
    }
    await service.audit()
  })

  test(`${kind}: an increase after the reports of the purchase is held, in the same second too`, async () => {
    const { api, id, externalId } = await funded()
    answer(async (message) => {
      for (const report of world.take()) await deliver(report)
      return deliver(message)
    })
    const steps = [300n, 200n].map((amount) => ({ act: 'increment' as const, amount }))
    await world.live(externalId, { ...purchase, steps })
    assert.equal(world.books(externalId).held, 1_200n)
    assert.equal((await api.get(`/cards/${id}`)).body.held, 12)
    for (const report of world.take()) await deliver(report)
    assert.equal((await api.get(`/cards/${id}`)).body.held, 12)
    await service.audit()
  })

  test(`${kind}: a question and the report of its outcome at the same time, in two processes, hold what the processor holds`, async () => {
    const other = await startTestService(environmentOf(scene.name, world), { on: service.connection })
    const cards = await Promise.all(Array.from({ length: 3 }, () => funded()))
    for (let n = 0; n < RACES; n++) {
      const { api, id, externalId } = cards[n % cards.length]!
      const question = asIfPending(await unanswered(externalId))
      const [report] = world.take()
      const there = n % 2 === 0 ? other.url : service.url
      await Promise.all([deliver(report!), deliverTo(there, question)])
      assert.equal((await api.get(`/cards/${id}`)).body.held, dollars(world.books(externalId).held), `race ${n}`)
    }
    await service.audit()
  })

  async function funded(): Promise<{ api: Api; id: string; externalId: string }> {
    reset()
    const api = await service.fundedWorkspace(500)
    return { api, ...(await scene.newCard(api, 200)) }
  }

  function reset(): void {
    Object.assign(way, { behindMs: 0, ask: undefined, asked: 0 })
    world.take()
  }

  function answer(ask: Way['ask']): void {
    Object.assign(way, { ask, asked: 0 })
  }

  /** The processor asks, gets no answer and decides by itself. Returns the question, which is still on its way. */
  async function unanswered(externalId: string): Promise<Message> {
    let kept: Message | undefined
    answer(async (message) => {
      kept ??= message
      return undefined
    })
    await world.live(externalId, purchase)
    return kept!
  }

  async function unansweredIncrease(externalId: string): Promise<Message> {
    let kept: Message | undefined
    answer(async (message, isFirst) => {
      if (isFirst) return deliver(message)
      kept ??= message
      return undefined
    })
    await world.live(externalId, { ...purchase, steps: [{ act: 'increment', amount: 300n }] })
    return kept!
  }

  /**
   * Increase says in the decision itself that it is over; here it says the contrary. The signature stays that of the question:
   * its second is what Lithic's questions are ordered by.
   */
  function asIfPending(message: Message): Message {
    if ('bank' in world) {
      const { bank } = world as Scene['world'] & { bank: { decisions: Map<string, { status: string }> } }
      const { associated_object_id: id } = JSON.parse(message.body) as { associated_object_id: string }
      bank.decisions.get(id)!.status = 'pending'
    }
    return message
  }

  async function deliverTo(url: string, message: Message): Promise<void> {
    const { headers, body } = message
    await fetch(`${url}/processors/${scene.name}/${message.callback}`, { method: 'POST', headers, body })
  }
}

test('increase: an approval that comes too late is taken back, also where a report of the purchase came before it', async () => {
  const scene = scenes.find(({ world }) => world.kind === 'increase')!
  const { service, world, deliver } = scene
  const way = ways.get('increase')!
  const api = await service.fundedWorkspace(500)
  const { id, externalId } = await scene.newCard(api, 200)
  const heldHere = async () => (await api.get(`/cards/${id}`)).body.held
  const seen: number[] = []
  Object.assign(way, { behindMs: 0, asked: 0 })
  way.ask = async (message, isFirst) => {
    for (const report of world.take()) await deliver(report)
    // The decision is fetched, and then the answer is refused.
    if (!isFirst) world.faults.push('none', 'refuse')
    const reply = await deliver(message)
    seen.push(await heldHere())
    return reply
  }
  await world.live(externalId, { ...purchase, steps: [{ act: 'increment', amount: 300n }] })
  assert.deepEqual(seen, [7, 7])
  for (const report of world.take()) await deliver(report)
  assert.equal(await heldHere(), dollars(world.books(externalId).held))
  await service.audit()
})

function dollars(cents: bigint): number {
  return Number(cents) / 100
}

async function rows({ service: { services }, name }: Scene): Promise<number> {
  const [row] = await services.database.read<{ count: number }[]>`
    select count(*)::integer as count from processor_authorizations where processor = ${name}`
  return row!.count
}
