// Every page of a sandbox that `liveThroughBusyWeeks` has filled, by a name for its picture.

import type { BusySandbox } from './busy-weeks.ts'

export const pagesOf = ({
  cardIds,
  webhookId,
  declineId,
  ruleId,
  hookDeclineId,
}: BusySandbox): Record<string, string> => ({
  home: '/',
  cards: '/cards',
  'cards-import': '/cards/import',
  templates: '/templates',
  card: `/cards/${cardIds[0]}`,
  'frozen-card': `/cards/${cardIds[5]}`,
  'terminated-card': `/cards/${cardIds[7]}`,
  rules: '/rules',
  rule: `/rules/${ruleId}`,
  transactions: '/transactions',
  'decline-reason': `/transactions/${declineId}`,
  'hook-decline-reason': `/transactions/${hookDeclineId}`,
  wallet: '/wallet',
  '3ds': '/3ds',
  processors: '/processors',
  webhooks: '/developers/webhooks',
  webhook: `/developers/webhooks/${webhookId}`,
  'decision-hook': '/developers/decision-hook',
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
