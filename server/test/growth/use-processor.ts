// Uses every function for a processor once or twice, beside a history of cards and authorizations there.

import { applyDeferred } from '../../src/card-network/catch-up.ts'
import { compareHolds, takeOutsideHolds } from '../../src/card-network/compare-holds.ts'
import { finishIssuances } from '../../src/due/finish-issuances.ts'
import { observeCards } from '../../src/processors/observed-states.ts'
import { asOwner } from '../contract/assertions.ts'
import type { Api, TestService } from '../harness.ts'
import { OUTSIDE_BIN, post } from '../processors/outside-service.ts'
import { catchUp, pushStates } from '../processors/rounds.ts'
import type { World } from '../processors/world.ts'
import { done } from '../sandbox/scene.ts'

const merchant = { name: 'SOMA EATS', mcc: '5812', country: 'US' }

export type Beside = { service: TestService; api: Api; world: World; name: string }

export async function useProcessor({ service, api, world, name }: Beside): Promise<void> {
  const { services } = service
  const create = (key: string) => api.post('/cards', { bin_id: OUTSIDE_BIN, amount: 20 }, { 'x-idempotency-key': key })
  const card = done(await create('outside-1'), 201)
  world.faults.push('fail')
  await create('outside-2')
  await makeDue(service)
  await finishIssuances(services)
  const [externalId] = [...world.cards].find(([, { cardId }]) => cardId === card.id)!
  const steps = [
    { act: 'settle' as const, amount: 100n, isFinal: true },
    { act: 'refund' as const, amount: 50n },
  ]
  await world.live(externalId, { amount: 200n, merchant, begins: 'asked', steps })
  for (const message of world.take()) await post(`${service.url}/processors/${name}/${message.callback}`, message)
  await api.post(`/cards/${card.id}/freeze`)
  await pushStates(services)
  await api.post(`/cards/${card.id}/unfreeze`)
  await api.get(`/cards/${card.id}/details`)
  await api.get('/wallet/balance')
  const [unasked] = [...world.cards].find(([, { cardId }]) => cardId !== card.id)!
  const route = await leaveUnknown({ service, api, world, name }, unasked)
  await applyDeferred(services)
  await findAgain(service, route)
  await applyDeferred(services)
  world.faults.push('fail')
  await observeCards(services)
  await asOwner(service, (sql) => sql`update processor_cards set unread_until = null where external_id = ${unasked}`)
  await observeCards(services)
  await asOwner(
    service,
    (sql) => sql`update processor_authorizations set compare_at = now() where card_id = ${route.card_id}`,
  )
  await compareHolds(services)
  await takeOutsideHolds(services, services.processors.get(name)!)
  await asOwner(service, (sql) => sql`update processor_states set polled_at = null`)
  await catchUp(services)
  // What is sent again to count its cost must be possible then: a card that can be frozen, and one that can be unfrozen.
  await api.post(`/cards/${card.id}/freeze`)
}

/** As if time had passed. */
async function makeDue(service: TestService): Promise<void> {
  await asOwner(
    service,
    (sql) => sql`update card_issuances set next_try_at = now() - interval '1 minute' where attempts = 0`,
  )
}

type Route = { processor: string; external_id: string; bucket: number; workspace_id: string; card_id: string }

/** A card that nobody has asked about, and whose route is lost: what happens to it is deferred, tried again, and deferred again. */
async function leaveUnknown({ service, world, name }: Beside, externalId: string): Promise<Route> {
  const [route] = await asOwner(
    service,
    (sql) => sql<Route[]>`delete from processor_card_routes where external_id = ${externalId} returning *`,
  )
  await world.live(externalId, { amount: 300n, merchant, begins: 'stood_in', steps: [] })
  for (const message of world.take()) await post(`${service.url}/processors/${name}/${message.callback}`, message)
  await asOwner(
    service,
    (sql) => sql`
    update processor_parked set next_try_at = now() - interval '1 minute' where card_ref = ${externalId}`,
  )
  await asOwner(
    service,
    (sql) => sql`
    update processor_cards set observed_at = now() - interval '2 hours' where external_id = ${externalId}`,
  )
  return route!
}

async function findAgain(service: TestService, route: Route): Promise<void> {
  await asOwner(service, (sql) => sql`insert into processor_card_routes ${sql(route)}`)
  await asOwner(
    service,
    (sql) => sql`
      update processor_parked set next_try_at = now() - interval '1 minute' where card_ref = ${route.external_id}`,
  )
}
