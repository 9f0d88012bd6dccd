// Fetches the object that a thin message names, and what else is needed to read it.

import type { Cents } from '../../money.ts'
import type { Field } from '../fields.ts'
import type { Inbound, ProcessorChallenge, Report } from '../inbound.ts'
import { ProcessorSilent, unlessUnknown } from '../processor.ts'
import { readMerchant } from '../read-merchant.ts'
import { type IncreaseApi, silentIfRefused } from './api.ts'
import { readState } from './cards.ts'
import { isRemainderUnsure, sumElements } from './payment-elements.ts'
import { authenticatedAmount, type GivenPasscode, readDecision } from './read-decision.ts'
import { readPayment } from './read-payment.ts'
import { checkedId, parseReference, pathOf } from './references.ts'

/** A merchant is waiting, so a later answer would come too late. */
const DECISION_TIMEOUT_MS = 1_500
/** Pending transactions of one card; each page holds a hundred. */
const MAX_PENDING_PAGES = 20
const UNKNOWN_PURCHASE = { merchant: 'Unknown merchant', amount: 0n }

export async function fetchObject(api: IncreaseApi, accountId: string, text: string): Promise<Inbound[]> {
  const reference = parseReference(text)
  switch (reference.type) {
    case 'real_time_decision':
      return [await fetchDecision(api, pathOf(reference))]
    case 'card_payment':
      return [await silentIfRefused(fetchPayment(api, accountId, pathOf(reference)))]
    case 'card': {
      const state = await silentIfRefused(api.get(pathOf(reference), readState))
      return [{ type: 'card', cardRef: reference.id, state }]
    }
  }
}

/** Increase names an authorization by its card payment. */
export async function fetchAuthorization(
  api: IncreaseApi,
  accountId: string,
  paymentId: string,
): Promise<Report | undefined> {
  const path = pathOf({ type: 'card_payment', id: checkedId(paymentId) })
  const inbound = await unlessUnknown(fetchPayment(api, accountId, path))
  return inbound?.type === 'report' ? inbound.report : undefined
}

async function fetchDecision(api: IncreaseApi, path: string): Promise<Inbound> {
  const decision = await silentIfRefused(api.get(path, readDecision, DECISION_TIMEOUT_MS))
  if (decision.type === 'inbound') return decision.inbound
  return { type: 'challenge', challenge: await challengeOf(api, decision.given) }
}

/** The decision names neither merchant nor amount. If they cannot be found, the passcode is delivered without them. */
async function challengeOf(api: IncreaseApi, given: GivenPasscode): Promise<ProcessorChallenge> {
  const { paymentId, ...challenge } = given
  const path = pathOf({ type: 'card_payment', id: checkedId(paymentId) })
  try {
    return { ...challenge, ...(await silentIfRefused(api.get(path, readPurchase, DECISION_TIMEOUT_MS))) }
  } catch (error) {
    if (!(error instanceof ProcessorSilent)) throw error
    return { ...challenge, ...UNKNOWN_PURCHASE }
  }
}

function readPurchase(payment: Field): Pick<ProcessorChallenge, 'merchant' | 'amount'> {
  const { authentication } = sumElements(payment)
  if (!authentication) return UNKNOWN_PURCHASE
  const { name } = readMerchant(
    authentication.get('merchant_name'),
    authentication.get('merchant_category_code'),
    authentication.get('merchant_country').prose(2),
  )
  return { merchant: name, amount: authenticatedAmount(authentication) }
}

async function fetchPayment(api: IncreaseApi, accountId: string, path: string): Promise<Inbound> {
  const { payment, inbound, isUnsure } = await api.get(path, (each) => readAlone(each, accountId))
  if (inbound.type !== 'report' || !isUnsure) return inbound
  return readPayment(payment, accountId, await pendingHold(api, accountId, inbound.report))
}

function readAlone(payment: Field, accountId: string) {
  const inbound = readPayment(payment, accountId, undefined)
  return { payment, inbound, isUnsure: inbound.type === 'report' && isRemainderUnsure(sumElements(payment)) }
}

/**
 * After a settlement below the hold, the pending transaction shows whether the rest is still held. Once it is complete, it no
 * longer counts against the balance.
 */
async function pendingHold(api: IncreaseApi, accountId: string, { authorizationRef, cardRef }: Report): Promise<Cents> {
  const query = {
    account_id: accountId,
    route_id: cardRef,
    'category.in': 'card_authorization',
    'status.in': 'pending',
  }
  const held = await silentIfRefused(
    api.all('/pending_transactions', query, MAX_PENDING_PAGES, (pending) => readHeld(pending, authorizationRef)),
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
