// Every paged list for the tests that walk it: how to read it, how to add an item, and how to change an item so that it
// leaves the filter, if that is possible. `walks.test.ts` fails for a list that is missing here.

import { parseId } from '../../src/ids.ts'
import { makeNotifications } from '../../src/notifications/make-notifications.ts'
import { asOwner, newCard, workspaceOf } from '../contract/assertions.ts'
import type { Answer, Api, TestService } from '../harness.ts'
import { accountOf, type Browser, join } from '../people.ts'
import { done, type Json, openScene, type Scene } from '../sandbox/scene.ts'

export type Walkable = {
  get(query: string): Promise<Answer>
  /** The parameters that the walk keeps, such as `status=active`. */
  filter: string
  /** Other parameters of the same list. */
  otherFilter: string
  idOf(item: Json): string
  /** Adds one more item that matches the filter. */
  add(): Promise<unknown>
  /** Changes an item. `leaves` is true if the item then no longer matches the filter. */
  change?: { leaves: boolean; of(item: Json): Promise<unknown> }
}

type Maker = (service: TestService) => Promise<Walkable>

const idOf = (item: Json): string => item.id

const cards =
  (filter: string): Maker =>
  async (service) => {
    const api = await service.fundedWorkspace(1_000)
    return {
      get: (query) => api.get(`/cards?${query}`),
      filter,
      otherFilter: 'status=terminated',
      idOf,
      add: () => newCard(api, { amount: 1, label: 'ads' }),
      change: {
        leaves: filter.includes('status=active'),
        async of({ id }) {
          done(await api.post(`/cards/${id}/fund`, { amount: 1 }), 200)
          done(await api.post(`/cards/${id}/freeze`), 200)
        },
      },
    }
  }

const transactions =
  (filterOf: (scene: Scene) => string): Maker =>
  async (service) => {
    const scene = await openScene(service, { wallet: 0, amount: 5_000 })
    return {
      get: (query) => scene.api.get(`/transactions?${query}`),
      filter: filterOf(scene),
      otherFilter: 'type=refund',
      idOf,
      add: () => scene.hold(1),
      // A settlement is a separate transaction, and the authorization stays.
      change: { leaves: false, of: (item) => scene.on(item, 'settle', { final: false }) },
    }
  }

const shownTransactions: Maker = async (service) => {
  const scene = await openScene(service, { wallet: 0, amount: 5_000 })
  const owner = await ownerOf(service, scene.api)
  return {
    get: (query) => owner.get(`/dashboard/transactions?${query}`),
    filter: 'merchant=acme',
    otherFilter: 'type=refund',
    idOf,
    add: () => scene.hold(1),
  }
}

const deposits: Maker = async (service) => {
  const api = await service.workspace()
  return {
    get: (query) => api.get(`/wallet/deposits?${query}`),
    filter: 'status=pending',
    otherFilter: 'status=expired',
    idOf,
    add: async () => done(await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '20' }), 201),
    change: { leaves: true, of: async ({ id }) => done(await api.post(`/sandbox/deposits/${id}/confirm`), 200) },
  }
}

const walletTransactions: Maker = async (service) => {
  const { api, card } = await openScene(service, { wallet: 500 })
  return {
    get: (query) => api.get(`/wallet/transactions?${query}`),
    filter: 'format=json',
    otherFilter: 'format=csv',
    idOf: ({ sequence }) => String(sequence),
    add: async () => done(await api.post(`/cards/${card}/fund`, { amount: 1 }), 200),
  }
}

const challenges: Maker = async (service) => {
  const scene = await openScene(service)
  return {
    get: (query) => scene.api.get(`/3ds?${query}`),
    filter: `status=pending&card_id=${scene.card}`,
    otherFilter: 'status=completed',
    idOf,
    add: () => scene.challenge(1),
    change: { leaves: true, of: async (item) => done(await scene.verify(item), 200) },
  }
}

const events =
  (filter: string): Maker =>
  async (service) => {
    const { api, card } = await openScene(service)
    let labels = 0
    return {
      get: (query) => api.get(`/events?${query}`),
      filter,
      otherFilter: 'type=deposit.confirmed',
      idOf,
      add: async () => {
        done(await api.patch(`/cards/${card}`, { label: String(labels++) }), 200)
        done(await api.post(`/cards/${card}/fund`, { amount: 1 }), 200)
      },
    }
  }

const deliveries: Maker = async (service) => {
  const api = await service.workspace()
  const { id } = done(await api.post('/webhooks', { url: 'https://example.com/hook', events: ['card.created'] }), 201)
  return {
    get: (query) => api.get(`/webhooks/${id}/deliveries?${query}`),
    filter: 'status=pending',
    otherFilter: 'status=failed',
    idOf,
    add: async () => done(await api.post(`/webhooks/${id}/test`), 201),
    // Without a worker nothing is delivered, so the rows that the worker would write are written here.
    change: { leaves: true, of: (item) => markDelivered(service, api, item.id) },
  }
}

/** Nothing listens at this URL, so each test is an attempt that fails immediately. */
const decisionAttempts: Maker = async (service) => {
  const api = await service.workspace()
  done(await api.put('/decision-hook', { url: 'https://example.invalid/decide', timeout_ms: 200 }), 200)
  return {
    get: (query) => api.get(`/decision-hook/attempts?${query}`),
    filter: '',
    otherFilter: 'outcome=approved',
    idOf,
    add: async () => done(await api.post('/decision-hook/test'), 200),
  }
}

async function markDelivered(service: TestService, api: Api, deliveryId: string): Promise<void> {
  const { bucket } = await workspaceOf(service, api)
  const { uuid } = parseId('delivery', deliveryId)!
  await asOwner(
    service,
    (sql) => sql`
      update webhook_deliveries set status = 2, next_attempt_at = null, response_status = 200
      where bucket = ${bucket} and id = ${uuid}`,
  )
}

const ruleVersions: Maker = async (service) => {
  const api = await service.workspace()
  const when = [{ attribute: 'amount', op: 'above', value: 200 }]
  const rule = done(await api.post('/rules', { name: 'A rule', action: 'decline', when }), 201)
  const versions = (id: string) => (query: string) => api.get(`/rules/${id}/versions?${query}`)
  return {
    get: versions(rule.id),
    filter: '',
    otherFilter: '',
    idOf: ({ version }) => String(version),
    add: async () => done(await api.patch(`/rules/${rule.id}`, { name: 'Another name' }), 200),
  }
}

const spendRequests: Maker = async (service) => {
  const api = await service.workspace()
  const asked = { amount: 5, merchant: { name: 'Acme Books' }, reason: 'The manual for the printer.' }
  return {
    get: (query) => api.get(`/spend-requests?${query}`),
    filter: 'status=pending',
    otherFilter: 'status=canceled',
    idOf,
    add: async () => done(await api.post('/spend-requests', asked), 201),
    change: { leaves: true, of: async ({ id }) => done(await api.post(`/spend-requests/${id}/cancel`), 200) },
  }
}

const requestLogs: Maker = async (service) => {
  const api = await service.workspace()
  return {
    get: (query) => api.get(`/request-logs?${query}`),
    filter: 'path=/bins',
    otherFilter: 'path=/cards',
    idOf: ({ request_id }) => request_id,
    add: () => api.get('/bins'),
  }
}

async function ownerOf(service: TestService, api: Api): Promise<Browser> {
  return join(service, await accountOf(service, api.key), 'owner')
}

const cardHistory: Maker = async (service) => {
  const { api, card } = await openScene(service)
  const owner = await ownerOf(service, api)
  let labels = 0
  return {
    get: (query) => owner.get(`/dashboard/cards/${card}/history?${query}`),
    filter: '',
    otherFilter: '',
    // Entries have no id, so they are identified by their time.
    idOf: ({ type, at }) => `${type} ${at}`,
    add: async () => done(await api.patch(`/cards/${card}`, { label: String(labels++) }), 200),
  }
}

const auditLog: Maker = async (service) => {
  const { api, card } = await openScene(service)
  const owner = await ownerOf(service, api)
  return {
    get: (query) => owner.get(`/dashboard/audit-log?${query}`),
    filter: 'action=card.reveal',
    otherFilter: 'action=3ds.read',
    idOf: ({ sequence }) => String(sequence),
    add: async () => done(await api.get(`/cards/${card}/details`), 200),
  }
}

const taggedTransactions: Maker = async (service) => {
  const scene = await openScene(service, { wallet: 0, amount: 5_000 })
  const owner = await ownerOf(service, scene.api)
  const put = async (id: string, tags: string[]) =>
    done(await owner.call('PUT', `/dashboard/transactions/${id}/notes`, { note: '', tags }), 200)
  return {
    get: (query) => owner.get(`/dashboard/transactions?${query}`),
    filter: 'tag=Travel',
    otherFilter: 'tag=food',
    idOf,
    add: async () => put((await scene.hold(1)).id, ['travel']),
    change: { leaves: true, of: ({ id }) => put(id, ['other']) },
  }
}

const notifications: Maker = async (service) => {
  const { api, card } = await openScene(service)
  const owner = await ownerOf(service, api)
  const place = await workspaceOf(service, api)
  return {
    get: (query) => owner.get(`/dashboard/notifications?${query}`),
    filter: 'unread=true',
    otherFilter: '',
    idOf: ({ id }) => String(id),
    async add() {
      done(await api.post('/sandbox/3ds', { card_id: card, merchant: 'Acme', amount: 1 }), 201)
      await makeNotifications(service.services, [place])
    },
    change: {
      leaves: true,
      of: async ({ id }) => done(await owner.post('/dashboard/notifications/read', { ids: [id] }), 200),
    },
  }
}

const ownedCards: Maker = async (service) => {
  const api = await service.fundedWorkspace(1_000)
  const owner = await ownerOf(service, api)
  const { id: user_id } = (await owner.get('/dashboard/session')).body.user
  return {
    get: (query) => owner.get(`/dashboard/cards?owner=me&${query}`),
    filter: 'status=active',
    otherFilter: 'status=terminated',
    idOf,
    async add() {
      const { id } = await newCard(api, { amount: 1 })
      done(await owner.call('PUT', `/dashboard/cards/${id}/owner`, { user_id }), 200)
      return newCard(api, { amount: 1 })
    },
    change: { leaves: true, of: async ({ id }) => done(await owner.delete(`/dashboard/cards/${id}/owner`), 200) },
  }
}

/** The lists by operation, and then by the name of the list. */
export const walkable: Record<string, Record<string, Maker>> = {
  listCards: {
    'active cards': cards('status=active'),
    'all cards, oldest first': cards('order=asc'),
    'cards by label': cards('label=AD&status=active'),
  },
  listOwnedCards: { 'cards of an owner': ownedCards },
  listTransactions: {
    transactions: transactions(() => ''),
    'authorizations of a card': transactions(({ card }) => `type=authorization&card_id=${card}`),
    'transactions of a merchant': transactions(() => 'merchant=acme&min_amount=1'),
  },
  listShownTransactions: {
    'transactions with the names of their cards': shownTransactions,
    'transactions with a tag': taggedTransactions,
  },
  listWalletTransactions: { 'wallet movements': walletTransactions },
  listDeposits: { 'pending deposits': deposits },
  listChallenges: { 'pending challenges of a card': challenges },
  listEvents: {
    events: events(''),
    'events, oldest first': events('order=asc&after_sequence=1'),
    'events of a type': events('type=card.funded'),
    'events of a type, oldest first': events('type=card.funded&order=asc'),
  },
  listDeliveries: { 'pending deliveries': deliveries },
  listRuleVersions: { 'versions of a rule': ruleVersions },
  listDecisionAttempts: { 'attempts of a hook that is away': decisionAttempts },
  listSpendRequests: { 'requests that wait': spendRequests },
  listRequestLogs: { requests: requestLogs },
  getCardHistory: { 'what happened to a card': cardHistory },
  listAuditLog: { 'reads of card numbers': auditLog },
  listNotifications: { 'unread notifications': notifications },
}
