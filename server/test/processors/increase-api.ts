// The API of the simulated Increase. It is strict and rejects everything that the real one does not document.

import type { Card } from 'increase/resources/cards.js'
import type { EventSubscription } from 'increase/resources/event-subscriptions.js'
import type { RealTimeDecision } from 'increase/resources/real-time-decisions.js'
import { actOn } from './increase-actions.ts'
import type { IncreaseBank } from './increase-bank.ts'
import { expect, fields, notFound, Refusal } from './increase-refusals.ts'

export type ApiCall = {
  method: string
  path: string
  query: URLSearchParams
  body: Record<string, unknown>
  key: string
}
type Answer = object
type Handler = (bank: IncreaseBank, call: ApiCall, id: string) => Answer
type Route = { method: string; pattern: RegExp; query: readonly string[]; handle: Handler }

const PAGE = ['cursor', 'limit']
const MAX_PAGE_SIZE = 100

const ROUTES: Route[] = [
  route('POST', '/cards', [], createCard),
  route('GET', '/cards', ['idempotency_key', 'account_id', ...PAGE], listCards),
  route('GET', '/cards/ID', [], (bank, _, id) => cardOf(bank, id)),
  route('PATCH', '/cards/ID', [], updateCard),
  route('GET', '/cards/ID/details', [], cardDetails),
  route('GET', '/real_time_decisions/ID', [], (bank, _, id) => decisionOf(bank, id)),
  route('POST', '/real_time_decisions/ID/action', [], (bank, { body }, id) => actOn(decisionOf(bank, id), body)),
  route('GET', '/card_payments/ID', [], (bank, _, id) => bank.payments.get(id)?.object ?? notFound()),
  route('GET', '/pending_transactions', ['account_id', 'route_id', 'category.in', 'status.in', ...PAGE], listPending),
  route(
    'GET',
    '/transactions',
    ['account_id', 'category.in', 'created_at.on_or_after', 'created_at.before', ...PAGE],
    listTransactions,
  ),
  route(
    'GET',
    '/events',
    ['category.in', 'created_at.on_or_after', 'order_by.field', 'order_by.direction', ...PAGE],
    listEvents,
  ),
  route('GET', '/event_subscriptions', PAGE, (bank, { query }) =>
    page(
      bank.subscriptions.map(({ object }) => object),
      query,
    ),
  ),
  route('POST', '/event_subscriptions', [], subscribe),
  route('PATCH', '/event_subscriptions/ID', [], updateSubscription),
  route('GET', '/accounts/ID', [], (bank, _, id) =>
    id === bank.accountId ? { id, status: 'open', type: 'account' } : notFound(),
  ),
  route('GET', '/accounts/ID/balance', [], accountBalance),
  route('GET', '/entities/ID', [], (bank, _, id) =>
    id === bank.entityId ? { id, status: 'active', type: 'entity' } : notFound(),
  ),
]

function route(method: string, path: string, query: readonly string[], handle: Handler): Route {
  return { method, pattern: new RegExp(`^${path.replace('ID', '([a-z0-9_]+)')}$`), query, handle }
}

/** Throws a `Refusal` for an invalid call. */
export function answerCall(bank: IncreaseBank, call: ApiCall): Answer {
  for (const { method, pattern, query, handle } of ROUTES) {
    const match = method === call.method && pattern.exec(call.path)
    if (!match) continue
    const unknown = [...call.query.keys()].find((name) => !query.includes(name))
    expect(unknown === undefined, `unknown parameter ${unknown}`)
    return handle(bank, call, match[1] ?? '')
  }
  throw new Refusal(404, 'api_method_not_found_error', `${call.method} ${call.path}`)
}

function createCard(bank: IncreaseBank, { body, key }: ApiCall): Card {
  fields(body, ['account_id', 'description', 'entity_id', 'billing_address'])
  expect(body.account_id === bank.accountId, 'account_id')
  expect(typeof body.description === 'string' && body.description !== '', 'description')
  expect(body.entity_id === undefined || body.entity_id === bank.entityId, 'entity_id')
  const card = bank.addCard(body.description as string, (body.entity_id as string | undefined) ?? null, key)
  if (body.billing_address !== undefined) card.billing_address = billingAddress(body.billing_address)
  return card
}

/** All fields but the second line are required, and the state is one of the US. */
function billingAddress(given: unknown): Card['billing_address'] {
  const address = given as Record<string, unknown>
  fields(address, ['line1', 'line2', 'city', 'state', 'postal_code'])
  for (const name of ['line1', 'city', 'state', 'postal_code'])
    expect(typeof address[name] === 'string' && address[name] !== '', `billing_address.${name}`)
  expect(/^[A-Z]{2}$/.test(address.state as string), 'billing_address.state')
  return { line2: null, ...address } as Card['billing_address']
}

function listCards(bank: IncreaseBank, { query }: ApiCall): Answer {
  const key = query.get('idempotency_key')
  const cards = [...bank.cards.values()].reverse()
  return page(
    cards.filter((card) => key === null || card.idempotency_key === key),
    query,
  )
}

function cardOf(bank: IncreaseBank, id: string): Card {
  return bank.cards.get(id) ?? notFound()
}

function updateCard(bank: IncreaseBank, { body }: ApiCall, id: string): Card {
  fields(body, ['status'])
  const card = cardOf(bank, id)
  expect(['active', 'disabled', 'canceled'].includes(body.status as string), 'status')
  if (card.status === 'canceled' && body.status !== 'canceled') {
    throw new Refusal(409, 'invalid_operation_error', 'The card is canceled.')
  }
  card.status = body.status as Card['status']
  return card
}

function cardDetails(bank: IncreaseBank, _: ApiCall, id: string): Answer {
  const card = cardOf(bank, id)
  return {
    card_id: id,
    expiration_month: card.expiration_month,
    expiration_year: card.expiration_year,
    pin: '',
    primary_account_number: bank.numberOf(card),
    type: 'card_details',
    verification_code: '123',
  }
}

function decisionOf(bank: IncreaseBank, id: string): RealTimeDecision {
  return bank.decisions.get(id) ?? notFound()
}

function listPending(bank: IncreaseBank, { query }: ApiCall): Answer {
  expect(query.get('account_id') === bank.accountId, 'account_id')
  const statuses = (query.get('status.in') ?? 'pending').split(',')
  const found = bank.pending.filter(
    ({ route_id, status }) => route_id === query.get('route_id') && statuses.includes(status),
  )
  return page(found, query)
}

function listTransactions(bank: IncreaseBank, { query }: ApiCall): Answer {
  expect(query.get('account_id') === bank.accountId, 'account_id')
  const categories = query.get('category.in')!.split(',')
  const [from, before] = [Date.parse(query.get('created_at.on_or_after')!), Date.parse(query.get('created_at.before')!)]
  const found = bank.transactions.filter(({ source, created_at }) => {
    const at = Date.parse(created_at)
    return categories.includes(source.category) && at >= from && at < before
  })
  return page(found, query)
}

function listEvents(bank: IncreaseBank, { query }: ApiCall): Answer {
  expect(query.get('order_by.field') === 'created_at' && query.get('order_by.direction') === 'ascending', 'order_by')
  const categories = query.get('category.in')!.split(',')
  const from = Date.parse(query.get('created_at.on_or_after')!)
  expect(!Number.isNaN(from), 'created_at.on_or_after')
  const found = bank.events.filter(
    ({ category, created_at }) => categories.includes(category) && Date.parse(created_at) >= from,
  )
  return page(found, query)
}

function page(items: readonly object[], query: URLSearchParams): Answer {
  const limit = Number(query.get('limit') ?? MAX_PAGE_SIZE)
  expect(limit >= 1 && limit <= MAX_PAGE_SIZE, 'limit')
  const cursor = query.get('cursor') ?? 'at0'
  expect(/^at\d+$/.test(cursor), 'cursor')
  const start = Number(cursor.slice(2))
  const end = start + limit
  return { data: items.slice(start, end), next_cursor: end < items.length ? `at${end}` : null }
}

function subscribe(bank: IncreaseBank, { body, key }: ApiCall): EventSubscription {
  fields(body, ['url', 'shared_secret', 'status', 'selected_event_categories'])
  expect(typeof body.url === 'string' && URL.canParse(body.url), 'url')
  expect(typeof body.shared_secret === 'string' && body.shared_secret.length >= 16, 'shared_secret')
  const selected = body.selected_event_categories as EventSubscription['selected_event_categories']
  expect(Array.isArray(selected) && selected.every((each) => typeof each.event_category === 'string'), 'categories')
  expect(selected!.length === 1 || !selected!.some(isRealTime), 'one category for a real-time decision')
  const object: EventSubscription = {
    id: bank.newId('event_subscription'),
    created_at: bank.now(),
    idempotency_key: key,
    oauth_connection_id: null,
    selected_event_categories: selected,
    status: 'disabled',
    type: 'event_subscription',
    url: body.url as string,
  }
  setStatus(bank, object, (body.status as string | undefined) ?? 'active')
  bank.subscriptions.push({ object, secret: body.shared_secret as string })
  return object
}

function updateSubscription(bank: IncreaseBank, { body }: ApiCall, id: string): EventSubscription {
  fields(body, ['status'])
  const { object } = bank.subscriptions.find((each) => each.object.id === id) ?? notFound()
  setStatus(bank, object, body.status as string)
  return object
}

function setStatus(bank: IncreaseBank, object: EventSubscription, status: string): void {
  expect(['active', 'disabled', 'deleted'].includes(status), 'status')
  const category = object.selected_event_categories?.find(isRealTime)?.event_category
  const isTaken = bank.subscriptions.some(
    (each) =>
      each.object !== object &&
      each.object.status === 'active' &&
      each.object.selected_event_categories?.some((other) => other.event_category === category),
  )
  if (status === 'active' && category && isTaken) {
    throw new Refusal(409, 'invalid_operation_error', `Another subscription is active for ${category}.`)
  }
  object.status = status as EventSubscription['status']
}

function isRealTime({ event_category }: EventSubscription.SelectedEventCategory): boolean {
  return event_category?.startsWith('real_time_decision.') ?? false
}

function accountBalance(bank: IncreaseBank, _: ApiCall, id: string): Answer {
  if (id !== bank.accountId) notFound()
  const spent = bank.transactions.reduce((sum, { amount }) => sum + amount, 0)
  const held = [...bank.payments.values()].reduce((sum, payment) => sum + payment.held, 0)
  return {
    account_id: id,
    available_balance: 100_000_000 + spent - held,
    current_balance: 100_000_000 + spent,
    loan: null,
    type: 'balance_lookup',
  }
}
