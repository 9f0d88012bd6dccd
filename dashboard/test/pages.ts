// Every page of a sandbox that `liveThroughBusyWeeks` has filled, by a name for its picture.

import type { BusySandbox } from './busy-weeks.ts'

export const pagesOf = ({ cardIds, webhookId, declineId, requestId }: BusySandbox): Record<string, string> => ({
  home: '/',
  cards: '/cards',
  'cards-import': '/cards/import',
  templates: '/templates',
  card: `/cards/${cardIds[0]}`,
  'frozen-card': `/cards/${cardIds[5]}`,
  'terminated-card': `/cards/${cardIds[7]}`,
  transactions: '/transactions',
  'decline-reason': `/transactions/${declineId}`,
  wallet: '/wallet',
  'spend-requests': '/spend-requests',
  'spend-request': `/spend-requests/${requestId}`,
  '3ds': '/3ds',
  processors: '/processors',
  webhooks: '/developers/webhooks',
  webhook: `/developers/webhooks/${webhookId}`,
  events: '/developers/events',
  logs: '/developers/logs',
  keys: '/settings/keys',
  account: '/settings/account',
  team: '/settings/team',
  security: '/settings/security',
  audit: '/settings/audit-log',
  sandbox: '/sandbox',
  shop: '/shop',
})
