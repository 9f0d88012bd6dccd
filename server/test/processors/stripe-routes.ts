// The API of the simulated Stripe: what each path does, and which parameters it accepts. Like Stripe, it rejects all
// others.

import { cardholderOf, cardOf, metadataOf, NEWEST_VERSION } from './stripe-objects.ts'
import type { StripeEndpoint, StripeState } from './stripe-state.ts'

export type Answer = { status: number; body: unknown }
type Route = {
  method: string
  path: RegExp
  takes: RegExp
  needs?: string[]
  run: (state: StripeState, form: URLSearchParams, id: string) => Answer
}

const PAGING = 'limit|starting_after|ending_before'
const TIMES = 'created\\[(gte|lt)\\]'
const BALANCE_CENTS = 100_000_000_000
export const MAX_ENDPOINTS = 16
const STATUSES = ['active', 'inactive', 'canceled']

export const routes: Route[] = [
  {
    method: 'POST',
    path: /^\/v1\/issuing\/cardholders$/,
    takes: /^(name|type|email|phone_number|billing\[address\]\[\w+\]|metadata\[\w+\])$/,
    needs: ['name', ...['line1', 'city', 'postal_code', 'country'].map((name) => `billing[address][${name}]`)],
    run(state, form) {
      if (!/^[A-Za-z.,' -]{1,24}$/.test(form.get('name')!)) return refused('The name is invalid.')
      const cardholder = cardholderOf(state.newId('ich'), state.seconds, form)
      state.cardholders.set(cardholder.id, cardholder)
      state.makeEvent('issuing_cardholder.created', cardholder)
      return found(cardholder)
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/issuing\/cardholders$/,
    takes: new RegExp(`^(${PAGING}|${TIMES})$`),
    run: (state, form) => pageOf([...state.cardholders.values()], form),
  },
  {
    method: 'POST',
    path: /^\/v1\/issuing\/cards$/,
    takes: /^(cardholder|currency|type|status|metadata\[\w+\])$/,
    needs: ['cardholder', 'currency', 'type'],
    run(state, form) {
      const cardholder = state.cardholders.get(form.get('cardholder')!)
      if (!cardholder) return missing('cardholder')
      if (form.get('currency') !== 'usd' || form.get('type') !== 'virtual') return refused('Invalid card.')
      if (!STATUSES.slice(0, 2).includes(form.get('status') ?? 'inactive')) return refused('Invalid status.')
      const card = cardOf(state.newId('ic'), state.seconds, cardholder, form)
      state.cards.set(card.id, card)
      state.makeEvent('issuing_card.created', card)
      return found(card)
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/issuing\/cards$/,
    takes: new RegExp(`^(cardholder|${PAGING}|${TIMES})$`),
    run(state, form) {
      const all = [...state.cards.values()].filter(({ cardholder }) => cardholder.id === form.get('cardholder'))
      return pageOf(all, form)
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/issuing\/cards\/(\w+)$/,
    takes: /^expand\[\]$/,
    run(state, form, id) {
      const card = state.cards.get(id)
      if (!card) return missing('card')
      const shown = form.getAll('expand[]')
      if (state.hidesNumbers) return found(card)
      const number = shown.includes('number') && { number: `400000000000${card.last4}` }
      return found({ ...card, ...number, ...(shown.includes('cvc') && { cvc: '123' }) })
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/issuing\/cards\/(\w+)$/,
    takes: /^(status|metadata\[\w+\])$/,
    run(state, form, id) {
      const card = state.cards.get(id)
      const status = form.get('status') ?? card?.status
      if (!card) return missing('card')
      if (!STATUSES.includes(status!)) return refused('Invalid status.')
      if (card.status === 'canceled') return refused('This card is canceled: it cannot be updated.')
      card.status = status!
      Object.assign(card.metadata, metadataOf(form))
      state.tell('issuing_card.updated', card)
      return found(card)
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/events$/,
    takes: new RegExp(`^(types\\[\\]|${PAGING}|${TIMES})$`),
    run(state, form) {
      const types = form.getAll('types[]')
      return pageOf(
        state.events.filter(({ type }) => types.includes(type)),
        form,
      )
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/issuing\/authorizations\/(\w+)$/,
    takes: /^$/,
    run(state, _form, id) {
      const authorization = state.authorizations.get(id)
      return authorization ? found(authorization) : missing('authorization')
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/issuing\/transactions$/,
    takes: new RegExp(`^(${PAGING}|${TIMES})$`),
    run: (state, form) => pageOf(state.transactions, form),
  },
  {
    method: 'GET',
    path: /^\/v1\/balance$/,
    takes: /^$/,
    run: () =>
      found({
        object: 'balance',
        available: [],
        pending: [],
        issuing: { available: [{ amount: BALANCE_CENTS, currency: 'usd' }] },
        livemode: false,
      }),
  },
  {
    method: 'GET',
    path: /^\/v1\/webhook_endpoints$/,
    takes: new RegExp(`^(${PAGING})$`),
    run: (state, form) =>
      pageOf(
        state.endpoints.map(({ secret: _, ...endpoint }) => endpoint),
        form,
      ),
  },
  {
    method: 'POST',
    path: /^\/v1\/webhook_endpoints$/,
    takes: /^(url|enabled_events\[\]|api_version|description)$/,
    needs: ['url', 'enabled_events[]'],
    run(state, form) {
      if (state.endpoints.length >= MAX_ENDPOINTS) return refused('There are 16 webhook endpoints already.')
      const endpoint: StripeEndpoint = {
        id: state.newId('we'),
        object: 'webhook_endpoint',
        api_version: form.get('api_version') ?? NEWEST_VERSION,
        created: state.seconds,
        description: form.get('description'),
        enabled_events: form.getAll('enabled_events[]'),
        livemode: false,
        status: 'enabled',
        url: form.get('url')!,
        secret: `whsec_${state.newId('secret')}`,
      }
      state.endpoints.push(endpoint)
      return found(endpoint)
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/webhook_endpoints\/(\w+)$/,
    takes: /^(enabled_events\[\]|disabled)$/,
    run(state, form, id) {
      const endpoint = state.endpoints.find((each) => each.id === id)
      if (!endpoint) return missing('webhook endpoint')
      if (form.has('enabled_events[]')) endpoint.enabled_events = form.getAll('enabled_events[]')
      if (form.has('disabled')) endpoint.status = form.get('disabled') === 'true' ? 'disabled' : 'enabled'
      return found(endpoint)
    },
  },
  {
    method: 'DELETE',
    path: /^\/v1\/webhook_endpoints\/(\w+)$/,
    takes: /^$/,
    run(state, _form, id) {
      const index = state.endpoints.findIndex((each) => each.id === id)
      if (index < 0) return missing('webhook endpoint')
      state.endpoints.splice(index, 1)
      return found({ id, object: 'webhook_endpoint', deleted: true })
    },
  },
]

function found(body: unknown): Answer {
  return { status: 200, body }
}

export function refused(message: string, status = 400, type = 'invalid_request_error'): Answer {
  return { status, body: { error: { type, message } } }
}

function missing(what: string): Answer {
  return refused(`No such ${what}.`, 404)
}

/** The list is stored oldest first, and its pages are newest first. */
function pageOf(all: readonly { id: string; created: number }[], form: URLSearchParams): Answer {
  const from = Number(form.get('created[gte]') ?? 0)
  const to = Number(form.get('created[lt]') ?? Infinity)
  const limit = Number(form.get('limit') ?? 10)
  if (!(limit >= 1 && limit <= 100)) return refused('Invalid limit.')
  const list = all.filter(({ created }) => created >= from && created < to).toReversed()
  const placeOf = (name: string) => list.findIndex(({ id }) => id === form.get(name))
  if (form.has('ending_before')) {
    const place = placeOf('ending_before')
    if (place < 0) return refused('No such object: ending_before.')
    const data = list.slice(Math.max(0, place - limit), place)
    return found({ object: 'list', data, has_more: place > limit })
  }
  const start = form.has('starting_after') ? placeOf('starting_after') + 1 : 0
  if (form.has('starting_after') && start === 0) return refused('No such object: starting_after.')
  const data = list.slice(start, start + limit)
  return found({ object: 'list', data, has_more: list.length > start + limit })
}
