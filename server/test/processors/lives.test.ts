// Random histories of authorizations through a processor that delivers as badly as possible: shuffled, doubled,
// truncated, unsigned, and a third of the messages never. Polling fetches the lost ones, and in the end the books equal
// the processor's own, to the cent. `LIVES=10000` plays as many for each kind.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { applyDeferred, readUpdates } from '../../src/card-network/catch-up.ts'
import { processorKinds } from '../../src/config/processor-config.ts'
import { parseId } from '../../src/ids.ts'
import { randomLife } from './random-lives.ts'
import { openScene, type Scene } from './scene.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'
import type { Message } from './world.ts'

const LIVES = Number(process.env.LIVES ?? 120)
const LIVES_OF_A_CARD = 12
const SEED = Number(process.env.SEED ?? 20_261_117)

// All of them before the first test: what is opened later would be closed with the tests before it.
const scenes = await Promise.all(processorKinds.map((kind) => openScene(kind, { seed: SEED })))

for (const scene of scenes) {
  const { world, service, name } = scene

  test(`${world.kind}: ${LIVES} lives, delivered as badly as it can be, end at the processor's own totals`, async (t) => {
    const random = seededRandom(SEED)
    const api = await service.fundedWorkspace(50 * Math.max(LIVES, 1_000))
    const cards = new Map<string, string>()
    for (let n = 0; n < Math.ceil(LIVES / LIVES_OF_A_CARD); n++) {
      const { id, externalId } = await scene.newCard(api, 1 + random.below(500))
      cards.set(externalId, id)
    }
    const places = [...cards.keys()]
    const lives = fc.sample(randomLife, { numRuns: LIVES, seed: SEED })
    const counts = { delivered: 0, lost: 0, refused: 0 }
    for (const [index, life] of lives.entries()) {
      await world.live(places[index % places.length]!, life)
      if (index % 40 === 39) await deliverBadly(scene, random, counts)
    }
    await deliverBadly(scene, random, counts)
    const processor = service.services.processors.get(name)!
    let updates = await readUpdates(service.services, processor, undefined)
    while (updates.isMore) updates = await readUpdates(service.services, processor, updates.cursor)
    await applyDeferred(service.services)

    for (const [externalId, id] of cards) {
      const { body } = await api.get(`/cards/${id}`)
      const posted = await postedTo(scene, id)
      const { held, taken } = world.books(externalId)
      assert.deepEqual({ held: cents(body.held), taken: posted }, { held, taken }, `${id} with seed ${SEED}`)
    }
    await service.audit()
    t.diagnostic(`${counts.delivered} messages delivered, ${counts.lost} lost, ${counts.refused} refused`)
  })
}

/** What a hostile network makes of the messages that are waiting. */
async function deliverBadly(
  { world, deliver }: Scene,
  random: SeededRandom,
  counts: { delivered: number; lost: number; refused: number },
): Promise<void> {
  const doubled = world.take().flatMap((message) => (chance(random, 0.3) ? [message, message] : [message]))
  const kept = random.shuffled(doubled).filter(() => chance(random, 0.66))
  counts.lost += doubled.length - kept.length
  const spoilt = kept.flatMap((message) => spoil(message, random) ?? [])
  const refusals = await Promise.all(spoilt.map((message) => deliver(message)))
  for (const { status, body } of refusals) assert.equal(status, 401, body)
  counts.refused += spoilt.length
  const answers = await Promise.all(kept.map((message) => deliver(message)))
  for (const { status, body } of answers) assert.equal(status, 200, body)
  counts.delivered += kept.length
}

/** Cut off, changed, or signed by nobody: now and then one comes before the real one. */
function spoil({ callback, headers, body }: Message, random: SeededRandom): Message | undefined {
  if (chance(random, 0.9)) return undefined
  if (chance(random, 0.5)) return { callback, headers, body: body.slice(0, -2) }
  return chance(random, 0.5)
    ? { callback, headers: { 'content-type': 'application/json' }, body }
    : { callback, headers, body: `${body} ` }
}

async function postedTo({ service: { services } }: Scene, id: string): Promise<bigint> {
  const card = parseId('card', id)!
  const [row] = await services.database.read<{ sum: bigint }[]>`
    select coalesce(sum(p.amount_cents), 0)::bigint as sum from processor_posts p
    join transactions t on t.bucket = p.bucket and t.id = p.transaction_id
    where p.bucket = ${card.bucket} and t.card_id = ${card.uuid}`
  return row!.sum
}

function cents(dollars: number): bigint {
  return BigInt(Math.round(dollars * 100))
}

function chance(random: SeededRandom, share: number): boolean {
  return random.below(1_000) < share * 1_000
}
