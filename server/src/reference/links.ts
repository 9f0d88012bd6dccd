// What can be done next with an answer: which operation takes a part of it, and as which parameter.

import type { AnyRoute } from '../http/route.ts'
import type { Json } from './schema-json.ts'

/** Operations by the parameter that they take; the value is where the answer holds it. */
type Targets = { take: Record<string, string>; by: string[] }

const id = '$response.body#/id'

/** By the operation that answers. */
const links: Record<string, Targets[]> = {
  createCard: [
    {
      take: { card_id: id },
      by: ['getCard', 'getCardDetails', 'updateCard', 'fundCard', 'withdrawFromCard', 'freezeCard', 'terminateCard'],
    },
  ],
  freezeCard: [{ take: { card_id: id }, by: ['unfreezeCard'] }],
  getTransaction: [{ take: { card_id: '$response.body#/card_id' }, by: ['getCard'] }],
  createWebhook: [
    {
      take: { webhook_id: id },
      by: ['getWebhook', 'updateWebhook', 'deleteWebhook', 'rotateWebhookSecret', 'testWebhook', 'listDeliveries'],
    },
  ],
  testWebhook: [
    { take: { webhook_id: '$request.path.webhook_id', delivery_id: id }, by: ['retryDelivery'] },
    { take: { event_id: '$response.body#/event_id' }, by: ['getEvent', 'resendEvent'] },
  ],
  getEvent: [{ take: { event_id: id }, by: ['resendEvent'] }],
  simulateDeposit: [
    { take: { deposit_id: id }, by: ['getDeposit', 'confirmSimulatedDeposit', 'expireSimulatedDeposit'] },
  ],
  simulateAuthorization: [
    {
      take: { txn_id: '$response.body#/transaction/id' },
      by: [
        'getTransaction',
        'explainTransaction',
        'incrementAuthorization',
        'settleAuthorization',
        'reverseAuthorization',
        'expireAuthorization',
      ],
    },
  ],
  settleAuthorization: [{ take: { txn_id: id }, by: ['getTransaction'] }],
  simulateSettlement: [{ take: { txn_id: id }, by: ['getTransaction'] }],
  simulateRefund: [{ take: { txn_id: id }, by: ['getTransaction'] }],
  simulateChallenge: [
    { take: { challenge_id: id }, by: ['getChallenge', 'approveChallenge', 'declineChallenge', 'verifyChallenge'] },
  ],
}

export function linksOf(route: AnyRoute): { links?: Json } {
  const own = (links[route.operationId] ?? []).flatMap(({ take, by }) =>
    by.map((operationId) => [operationId, { operationId, parameters: take }]),
  )
  const all = [...own, ...nextPage(route)]
  return all.length > 0 ? { links: Object.fromEntries(all) } : {}
}

function nextPage({ operationId, query }: AnyRoute): [string, Json][] {
  if (!('cursor' in (query?.properties ?? {}))) return []
  const description = 'The next page with the same filters, while `next_cursor` is not null.'
  return [['next', { operationId, parameters: { cursor: '$response.body#/pagination/next_cursor' }, description }]]
}
