// The values of answers that depend on the operation, and of payloads that depend on the event.

import type { EventType } from '../../events/event-types.ts'
import { isJsonObject } from '../../json-object.ts'
import type { Json } from '../schema-json.ts'
import { CARD_ID, PERSON_ID, TRANSACTION_ID } from './field-values.ts'

const REFUND_ID = 'txn_3p01m7fw2h6ze5x8q4c1v9t3b7kd'
const DECIDED_AT = '2026-11-15T09:32:41.118Z'
const ENDED_AT = '2026-11-15T09:38:02.904Z'
const TIMELINE_START = { event: 'authorized', amount: 25, reason: null, processor_word: null }

const STREAM = `id: 42
event: card.created
data: {"id":"evt_3p01m7fvfr85e5mtekznx29q5n67","type":"card.created","sequence":42,…}

`

const approved = { status: 'approved', card_id: CARD_ID, decided_by: PERSON_ID, decided_at: DECIDED_AT }
const denied = {
  status: 'denied',
  decided_by: PERSON_ID,
  decided_at: DECIDED_AT,
  note: 'Only this once.',
  expires_at: null,
  ended_at: DECIDED_AT,
}
const used = { ...approved, status: 'used', expires_at: null, ended_at: ENDED_AT }
const settled = { id: REFUND_ID, type: 'settlement' }
const refunded = { id: REFUND_ID, type: 'refund', amount: 25, balance_after: 100 }
const declined = { type: 'decline', amount: -20, balance_after: 12 }
const released = { authorization_id: TRANSACTION_ID, held_amount: 0, balance_after: 100 }
const pendingDeposit = { status: 'pending', confirmations: 1, confirmed_at: undefined }
const expiredDeposit = { status: 'expired', credited_usd: 0, confirmations: 0, confirmed_at: undefined }
const frozen = { status: 'frozen' }
const terminated = { status: 'terminated', balance: 0, held: 0 }
const queued = { status: 'pending', attempt: 0, response_status: null, response_body: null, duration_ms: null }
const timeline = (event: string) => ({
  authorization_timeline: [
    { ...TIMELINE_START, created_at: '2026-11-15T09:30:00.000Z' },
    { ...TIMELINE_START, event, created_at: ENDED_AT },
  ],
})

/** By operation. An object is merged deeply into the example; `undefined` removes a field. */
export const ofOperations: Record<string, unknown> = {
  streamEvents: STREAM,
  updateCard: { label: 'Ads, November', balance: 75, held: 25 },
  unfreezeCard: { balance: 75, held: 25 },
  terminateCard: { terminated_at: ENDED_AT },
  freezeCard: { frozen_at: ENDED_AT },
  replaceCard: { id: 'card_3p01m7fwc4n2e0r6y8k5s1h9a3jg', last4: '0917', balance: 75, replaces: CARD_ID },
  approveSpendRequest: approved,
  denySpendRequest: denied,
  cancelSpendRequest: { status: 'canceled', expires_at: null, ended_at: DECIDED_AT },
  reportSpendOutcome: { ...used, outcome: 'success' },
  approveChallenge: { method: 'out_of_band', otp: null, status: 'completed', outcome: 'approved' },
  declineChallenge: { method: 'out_of_band', otp: null, status: 'completed', outcome: 'declined' },
  verifyChallenge: { status: 'completed' },
  updateRule: { state: 'active', version: 2 },
  createRuleBacktest: {
    status: 'pending',
    progress: 0,
    judged: 0,
    would_decline: 0,
    false: 0,
    days: [],
    examples: [],
    completed_at: null,
  },
  testWebhook: { ...queued, event_type: 'webhook.test', next_attempt_at: '2026-11-15T09:30:00.000Z' },
  retryDelivery: { ...queued, attempt: 3, next_attempt_at: '2026-11-15T09:30:00.000Z' },
  testDecisionHook: { card_id: null, test: true },
  simulateDeposit: { confirmations: 12 },
  expireSimulatedDeposit: expiredDeposit,
  settleAuthorization: settled,
  simulateSettlement: settled,
  simulateRefund: refunded,
  reverseAuthorization: { ...released, authorization_status: 'reversed', ...timeline('reversed') },
  expireAuthorization: { ...released, authorization_status: 'expired', ...timeline('expired') },
  advanceSandboxClock: { now: '2026-11-16T09:30:00.000Z' },
}

/** The values of `data` by event type. */
export const ofEvents: Partial<Record<EventType, Json>> = {
  'card.created': { balance: 100, held: 0, total_spent: 0, transaction_count: 0, last_used_at: null },
  'card.frozen': frozen,
  'card.terminated': terminated,
  'card.funded': { balance: 125 },
  'transaction.settled': { ...settled, authorization_id: TRANSACTION_ID },
  'transaction.declined': { ...declined, decline_reason: 'insufficient_funds' },
  'transaction.refunded': refunded,
  'transaction.reversed': { ...released, authorization_status: 'reversed' },
  'transaction.expired': { ...released, authorization_status: 'expired' },
  'deposit.pending': pendingDeposit,
  'deposit.expired': expiredDeposit,
  'spend_request.approved': approved,
  'spend_request.denied': denied,
  'spend_request.expired': { status: 'expired', expires_at: null, ended_at: ENDED_AT },
  'spend_request.used': used,
}

/** Lists are replaced as a whole, since items of two lists do not correspond. */
export function mergeInto(value: unknown, change: unknown): unknown {
  if (!isJsonObject(value) || !isJsonObject(change)) return change
  const merged = Object.entries(change).map(([key, each]) => [key, mergeInto(value[key], each)])
  return Object.fromEntries(
    Object.entries({ ...value, ...Object.fromEntries(merged) }).filter(([, each]) => each !== undefined),
  )
}
