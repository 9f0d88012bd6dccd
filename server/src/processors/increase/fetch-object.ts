// Fetches the object that a thin message named, and what else must be known to read it.

import type { Cents } from '../../money.ts'
import { Field } from '../fields.ts'
import type { Inbound, ProcessorChallenge } from '../inbound.ts'
import { ProcessorSilent, UnreadableMessage } from '../processor.ts'
import { readMerchant } from '../read-merchant.ts'
import { type IncreaseApi, silentIfRefused } from './api.ts'
import { readState } from './cards.ts'
import { isRemainderUnsure, sumElements } from './payment-elements.ts'
import { authenticatedAmount, type GivenPasscode, readDecision } from './read-decision.ts'
import { readPayment } from './read-payment.ts'
import { checkedId, parseReference, pathOf } from './references.ts'

/** A merchant waits: what does not come in this time comes too late. */
const DECISION_TIMEOUT_MS = 1_500
/** Pending transactions of one card; each page holds a hundred. */
const MAX_PENDING_PAGES = 20

export async function fetchObject(api: IncreaseApi, accountId: string, text: string): Promise<Inbound[]> {
  const reference = parseReference(text)
  switch (reference.type) {
    case 'real_time_decision':
      return [await fetchDecision(api, pathOf(reference))]
    case 'card_payment':
      return [await fetchPayment(api, accountId, pathOf(reference))]
    case 'card': {
      const state = await silentIfRefused(api.get(pathOf(reference), readState))
      return [{ type: 'card', cardRef: reference.id, state }]
    }
  }
}

async function fetchDecision(api: IncreaseApi, path: string): Promise<Inbound> {
  const decision = readDecision(new Field(await silentIfRefused(api.getRaw(path, DECISION_TIMEOUT_MS)), ''))
  if (decision.type === 'inbound') return decision.inbound
  return { type: 'challenge', challenge: await challengeOf(api, decision.given) }
}

/** The decision names neither merchant nor amount. A passcode is delivered without them rather than not at all. */
async function challengeOf(api: IncreaseApi, given: GivenPasscode): Promise<ProcessorChallenge> {
  const { paymentId, ...challenge } = given
  try {
    const path = pathOf({ type: 'card_payment', id: checkedId(paymentId) })
    const payment = new Field(await silentIfRefused(api.getRaw(path, DECISION_TIMEOUT_MS)), '')
    const { authentication } = sumElements(payment)
    if (authentication) {
      const merchant = readMerchant(authentication.get('merchant_name'), new Field(null, ''), undefined).name
      return { ...challenge, merchant, amount: authenticatedAmount(authentication) }
    }
  } catch (error) {
    if (!(error instanceof ProcessorSilent || error instanceof UnreadableMessage)) throw error
  }
  return { ...challenge, merchant: 'Unknown merchant', amount: 0n }
}

async function fetchPayment(api: IncreaseApi, accountId: string, path: string): Promise<Inbound> {
  const payment = new Field(await silentIfRefused(api.getRaw(path)), '')
  const isOurs = payment.get('account_id').is(accountId)
  const isUnsure = isOurs && isRemainderUnsure(sumElements(payment))
  return readPayment(payment, accountId, isUnsure ? await pendingHold(api, accountId, payment) : undefined)
}

/**
 * After a settlement that is lower than the hold, the pending transaction says whether the rest is still held: once it is
 * complete, it no longer counts against the balance.
 */
async function pendingHold(api: IncreaseApi, accountId: string, payment: Field): Promise<Cents> {
  const id = payment.get('id').text()
  const query = {
    account_id: accountId,
    route_id: payment.get('card_id').text(),
    'category.in': 'card_authorization',
    'status.in': 'pending',
  }
  const held = await silentIfRefused(
    api.all('/pending_transactions', query, MAX_PENDING_PAGES, (pending) => readHeld(pending, id)),
  )
  return held.reduce((sum, each) => sum + each, 0n)
}

/** Debits are negative there. */
export function readHeld(pending: Field, paymentId: string): Cents {
  const source = pending.get('source').get('card_authorization').optional()
  if (!source?.get('card_payment_id').is(paymentId) || !pending.get('status').is('pending')) return 0n
  const held = pending.get('held_amount').integer()
  return held < 0n ? -held : held
}
