// Describes keys in words, for lists and sheets.

import type { DashboardKey } from '../../../server/src/dashboard/shapes/keys.ts'

const windowNames = { day: 'a day', week: 'a week', month: 'a month', year: 'a year', all_time: 'in total' } as const

export function accessInWords({ kind, read_only, all_scopes, scopes }: DashboardKey): string {
  if (kind === 'agent') return 'Agent'
  if (all_scopes) return 'Full'
  if (read_only) return 'Read only'
  return `${scopes.length} ${scopes.length === 1 ? 'scope' : 'scopes'}`
}

/** A short summary of the key's bounds. Empty when the key has none. */
export function boundsInWords(key: DashboardKey): string {
  const { own_cards, card_ids, budget, ip_allow } = key
  return [
    ...(own_cards || card_ids ? [cardsInWords(key).toLowerCase()] : []),
    ...(budget ? [`$${budget.amount.toFixed(2)} ${windowNames[budget.window]}`] : []),
    ...(ip_allow ? ['some addresses'] : []),
  ].join(', ')
}

export function cardsInWords({ own_cards, card_ids }: DashboardKey): string {
  if (own_cards) return 'Its own cards'
  if (!card_ids) return 'Every card'
  return `${card_ids.length} ${card_ids.length === 1 ? 'card' : 'cards'}`
}

/** Describes which of the key's spend requests are approved automatically. */
export function policyInWords({ spend_policy: policy }: DashboardKey): string {
  if (!policy?.auto_approve) return 'None. Every spend request needs approval'
  const { per_request, per_day } = policy.auto_approve
  const where = policy.merchants.map(({ name, id }) => name ?? id).join(', ')
  return `Spend requests up to $${per_request.toFixed(2)}, $${per_day.toFixed(2)} a day${where && `, at ${where}`}`
}

export function budgetInWords({ budget, kind }: DashboardKey): string {
  if (!budget) return kind === 'agent' ? 'None. It cannot move money' : 'None. Limited only by the wallet'
  const { amount, window, remaining } = budget
  return `$${amount.toFixed(2)} ${windowNames[window]}, $${remaining.toFixed(2)} left`
}

/** Keys expire in real time. The sandbox clock does not affect them. */
export function hasEnded({ expires_at }: DashboardKey): boolean {
  return expires_at !== null && Date.parse(expires_at) <= Date.now()
}
