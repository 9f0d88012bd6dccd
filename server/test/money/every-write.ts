// Every write of the API, for tests of rules that apply to all of them.

import { anotherKey } from '../contract/assertions.ts'
import type { Answer, Api, TestService } from '../harness.ts'
import { authorize, BIN, newCard, ok, shop } from './books.ts'

/** Creates the objects that the write needs, and returns a function that sends it. */
export type Prepare = (api: Api) => Promise<(through: Api, headers: Record<string, string>) => Promise<Answer>>

const url = 'http://127.0.0.1:9/'
const posting =
  (path: string, body?: object): Prepare =>
  async () =>
  (through, headers) =>
    through.post(path, body, headers)

/** For writes on a card with 50.00. */
const onCard =
  (send: (card: string) => [path: string, body?: object]): Prepare =>
  async (api) => {
    const [path, body] = send(await newCard(api, 50))
    return (through, headers) => through.post(path, body, headers)
  }

/** For writes on an authorization of 5.00. */
const onAuthorization =
  (action: string, body?: object): Prepare =>
  async (api) => {
    const { transaction } = ok(await authorize(api, await newCard(api, 50), 5), 201)
    return (through, headers) => through.post(`/sandbox/authorizations/${transaction.id}/${action}`, body, headers)
  }

const onDeposit =
  (action: string): Prepare =>
  async (api) => {
    const { id } = ok(await api.post('/sandbox/deposits', { currency: 'usdt', amount_crypto: '50' }), 201)
    return (through, headers) => through.post(`/sandbox/deposits/${id}/${action}`, undefined, headers)
  }

/** For writes on a payment that waits for a decision by a person. */
const onQuestion =
  (answer: 'approve' | 'decline'): Prepare =>
  async (api) => {
    const asked = { card_id: await newCard(api, 50), merchant: 'Acme', amount: 5, method: 'out_of_band' }
    const { id } = ok(await api.post('/sandbox/3ds', asked), 201)
    return (through, headers) => through.post(`/3ds/${id}/${answer}`, undefined, headers)
  }

const newWebhook = async (api: Api): Promise<string> => ok(await api.post('/webhooks', { url, events: ['*'] }), 201).id

const onWebhook =
  (send: (through: Api, id: string, headers: Record<string, string>) => Promise<Answer>): Prepare =>
  async (api) => {
    const id = await newWebhook(api)
    return (through, headers) => send(through, id, headers)
  }

const newTemplate = { name: 'Ads' }
const newRule = { name: 'Large', action: 'decline', when: [{ attribute: 'amount', op: 'above', value: 200 }] }
const newSpendRequest = { amount: 5, merchant: { name: 'Acme Books' }, reason: 'The manual for the printer.' }
const newHook = { url, on_timeout: 'approve' }

/** For writes on an object that a request of its own creates. */
const onMade =
  (
    path: string,
    body: object,
    send: (through: Api, id: string, headers: Record<string, string>) => Promise<Answer>,
  ): Prepare =>
  async (api) => {
    const { id } = ok(await api.post(path, body), 201)
    return (through, headers) => send(through, id, headers)
  }

/** A key cannot decide on its own request. */
const onRequestOfAnother =
  (service: TestService, verb: 'approve' | 'deny'): Prepare =>
  async (api) => {
    const other = await anotherKey(service, api)
    const { id } = ok(await other.post('/spend-requests', newSpendRequest), 201)
    return (through, headers) => through.post(`/spend-requests/${id}/${verb}`, undefined, headers)
  }

const onHook =
  (send: (through: Api, headers: Record<string, string>) => Promise<Answer>): Prepare =>
  async (api) => {
    ok(await api.put('/decision-hook', newHook))
    return send
  }

/** Every write of the API, by its operation. */
export const everyWrite = (service: TestService): Record<string, Prepare> => ({
  createCard: posting('/cards', { bin_id: BIN, amount: 5 }),
  updateCard: async (api) => {
    const card = await newCard(api, 50)
    return (through, headers) => through.patch(`/cards/${card}`, { label: 'new' }, headers)
  },
  freezeCard: onCard((card) => [`/cards/${card}/freeze`]),
  unfreezeCard: async (api) => {
    const card = await newCard(api, 50)
    ok(await api.post(`/cards/${card}/freeze`))
    return (through, headers) => through.post(`/cards/${card}/unfreeze`, undefined, headers)
  },
  terminateCard: async (api) => {
    const card = await newCard(api, 50)
    return (through, headers) => through.delete(`/cards/${card}`, headers)
  },
  fundCard: onCard((card) => [`/cards/${card}/fund`, { amount: 5 }]),
  withdrawFromCard: onCard((card) => [`/cards/${card}/withdraw`, { amount: 50 }]),
  simulateDeposit: posting('/sandbox/deposits', { currency: 'usdt', amount_crypto: '50', confirm: true }),
  confirmSimulatedDeposit: onDeposit('confirm'),
  expireSimulatedDeposit: onDeposit('expire'),
  simulateAuthorization: onCard((card) => ['/sandbox/authorizations', { card_id: card, amount: 50, merchant: shop }]),
  incrementAuthorization: onAuthorization('increment', { amount: 45 }),
  settleAuthorization: onAuthorization('settle', { amount: 5, final: false }),
  reverseAuthorization: onAuthorization('reverse'),
  expireAuthorization: onAuthorization('expire'),
  simulateSettlement: onCard((card) => ['/sandbox/settlements', { card_id: card, amount: 5, merchant: shop }]),
  simulateRefund: async (api) => {
    const card_id = await newCard(api, 50)
    const { id } = ok(await api.post('/sandbox/settlements', { card_id, amount: 10, merchant: shop }), 201)
    return (through, headers) => through.post('/sandbox/refunds', { transaction_id: id }, headers)
  },
  simulateChallenge: onCard((card) => ['/sandbox/3ds', { card_id: card, merchant: 'Acme', amount: 5 }]),
  verifyChallenge: async (api) => {
    const card_id = await newCard(api, 50)
    const { id, otp } = ok(await api.post('/sandbox/3ds', { card_id, merchant: 'Acme', amount: 5 }), 201)
    return (through, headers) => through.post(`/sandbox/3ds/${id}/verify`, { otp }, headers)
  },
  approveChallenge: onQuestion('approve'),
  declineChallenge: onQuestion('decline'),
  setSandboxRates: async () => (through, headers) => through.put('/sandbox/rates', { rates: { EUR: '1.1' } }, headers),
  advanceSandboxClock: async (api) => {
    ok(await authorize(api, await newCard(api, 50), 5), 201)
    return (through, headers) => through.post('/sandbox/clock/advance', { seconds: 8 * 86_400 }, headers)
  },
  resetSandbox: posting('/sandbox/reset'),
  createRevealSession: onCard((card) => [`/cards/${card}/reveal-sessions`, { origin: 'https://shop.example.com' }]),
  replaceCard: onCard((card) => [`/cards/${card}/replace`, { reason: 'lost' }]),
  createCardTemplate: posting('/card-templates', newTemplate),
  updateCardTemplate: onMade('/card-templates', newTemplate, (through, id, headers) =>
    through.patch(`/card-templates/${id}`, { name: 'Adverts' }, headers),
  ),
  deleteCardTemplate: onMade('/card-templates', newTemplate, (through, id, headers) =>
    through.delete(`/card-templates/${id}`, headers),
  ),
  createSpendRequest: posting('/spend-requests', newSpendRequest),
  approveSpendRequest: onRequestOfAnother(service, 'approve'),
  denySpendRequest: onRequestOfAnother(service, 'deny'),
  reportSpendOutcome: async (api) => {
    const other = await anotherKey(service, api)
    const { id } = ok(await other.post('/spend-requests', newSpendRequest), 201)
    ok(await api.post(`/spend-requests/${id}/approve`))
    return (through, headers) => through.post(`/spend-requests/${id}/outcome`, { outcome: 'success' }, headers)
  },
  cancelSpendRequest: onMade('/spend-requests', newSpendRequest, (through, id, headers) =>
    through.post(`/spend-requests/${id}/cancel`, undefined, headers),
  ),
  createRule: posting('/rules', newRule),
  updateRule: onMade('/rules', newRule, (through, id, headers) =>
    through.patch(`/rules/${id}`, { state: 'off' }, headers),
  ),
  deleteRule: onMade('/rules', newRule, (through, id, headers) => through.delete(`/rules/${id}`, headers)),
  createRuleBacktest: onMade('/rules', newRule, (through, id, headers) =>
    through.post(`/rules/${id}/backtests`, { from: '2026-10-01', to: '2026-10-02' }, headers),
  ),
  putDecisionHook: async () => (through, headers) => through.put('/decision-hook', newHook, headers),
  deleteDecisionHook: onHook((through, headers) => through.delete('/decision-hook', headers)),
  rotateDecisionHookSecret: onHook((through, headers) =>
    through.post('/decision-hook/rotate-secret', undefined, headers),
  ),
  testDecisionHook: onHook((through, headers) => through.post('/decision-hook/test', undefined, headers)),
  createWebhook: posting('/webhooks', { url, events: ['*'] }),
  updateWebhook: onWebhook((through, id, headers) => through.patch(`/webhooks/${id}`, { active: false }, headers)),
  deleteWebhook: onWebhook((through, id, headers) => through.delete(`/webhooks/${id}`, headers)),
  rotateWebhookSecret: onWebhook((through, id, headers) =>
    through.post(`/webhooks/${id}/rotate-secret`, undefined, headers),
  ),
  testWebhook: onWebhook((through, id, headers) => through.post(`/webhooks/${id}/test`, undefined, headers)),
  retryDelivery: async (api) => {
    const id = await newWebhook(api)
    const delivery = ok(await api.post(`/webhooks/${id}/test`), 201)
    return (through, headers) => through.post(`/webhooks/${id}/deliveries/${delivery.id}/retry`, undefined, headers)
  },
  resendEvent: async (api) => {
    await newWebhook(api)
    await newCard(api, 5)
    const { data } = ok(await api.get('/events'))
    return (through, headers) => through.post(`/events/${data[0].id}/resend`, {}, headers)
  },
})
