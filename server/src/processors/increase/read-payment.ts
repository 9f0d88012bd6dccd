// Reads a fetched card payment: the whole life of an authorization as Increase knows it now.

import type { Cents } from '../../money.ts'
import type { Field } from '../fields.ts'
import type { Inbound, Report } from '../inbound.ts'
import { readMerchant } from '../read-merchant.ts'
import { readForeign } from './foreign.ts'
import { type Elements, remainingHold, sumElements } from './payment-elements.ts'
import { electronicCommerceOf, networkOf } from './read-decision.ts'

/** `pendingHold` is what Increase's pending transactions still hold for it, when that had to be fetched. */
export function readPayment(payment: Field, accountId: string, pendingHold: Cents | undefined): Inbound {
  if (!payment.get('account_id').is(accountId)) return { type: 'ignored', what: 'card_payment of another account' }
  const sums = sumElements(payment)
  const source = sums.approval ?? sums.posting ?? sums.decline
  if (!source) return { type: 'ignored', what: 'card_payment without money' }
  const remaining = remainingHold(sums)
  const hold = pendingHold !== undefined && pendingHold < remaining ? pendingHold : remaining
  const outcome = sums.approval ? 'approved' : sums.decline && sums.posts.length === 0 ? 'declined' : undefined
  const amount = askedAmount(sums)
  return {
    type: 'report',
    report: {
      authorizationRef: payment.get('id').text(),
      cardRef: payment.get('card_id').text(),
      version: versionOf(sums, hold < remaining),
      hold,
      outcome,
      decidedBy: deciderOf(sums),
      ended: outcome === 'approved' && hold === 0n ? sums.lastRelease : undefined,
      word: outcome === 'declined' ? sums.decline?.get('reason').prose(100) : undefined,
      amount,
      requests: sums.requests,
      posts: sums.posts,
      settled: settledOf(payment, sums),
      merchant: merchantOf(source),
      network: { ...networkOf(source.get('network_identifiers')), ...(sums.arn !== undefined && { arn: sums.arn }) },
      ...foreignOf(sums),
      ...authenticationOf(sums),
    },
  }
}

/**
 * Every change of money adds an element, so the number of elements is the version. Two things change without a new element and
 * count in the lower digits: the progress of a 3-D Secure challenge, and the release of the rest of the hold after a settlement.
 */
function versionOf(sums: Elements, isRestReleased: boolean): bigint {
  const progress = BigInt(Math.min(challengeProgress(sums.authentication), 499))
  return BigInt(sums.count) * 1_000n + progress * 2n + (isRestReleased ? 1n : 0n)
}

function challengeProgress(authentication: Field | undefined): number {
  const challenge = authentication?.get('challenge').optional()
  if (!challenge) return 0
  const status = authentication!.get('status')
  const stage = status.is('awaiting_challenge') ? 1 : status.is('validating_challenge') ? 2 : 3
  return challenge.get('attempts').list().length + stage
}

/** The total that merchants asked for. For a payment that was only posted or declined, that amount. */
function askedAmount(sums: Elements): Cents {
  if (sums.authorizations.size > 0) {
    return [...sums.authorizations.values()].reduce((sum, each) => sum + each.authorized, 0n)
  }
  return (sums.approval ?? sums.posting ?? sums.decline)!.get('amount').cents()
}

function deciderOf({ approval, posts, decline }: Elements): Report['decidedBy'] {
  const decided = approval ?? (posts.length === 0 ? decline : undefined)
  if (!decided) return undefined
  return decided.get('actioner').is('user') ? 'us' : 'stand_in'
}

/** Increase does not document whether its sum includes payments authorized and settled at once, so it is not compared then. */
function settledOf(payment: Field, sums: Elements): Cents | undefined {
  if (sums.hasFinancial) return undefined
  const state = payment.get('state')
  return state.get('settled_amount').cents() - state.get('refunded_amount').cents()
}

/** Authorizations carry a descriptor, settlements a name. */
function merchantOf(source: Field): Report['merchant'] {
  const name = source.get('merchant_descriptor').optional() ?? source.get('merchant_name')
  return readMerchant(name, source.get('merchant_category_code'), source.get('merchant_country').prose(2), {
    id: source.get('merchant_acceptor_id'),
    city: source.get('merchant_city'),
  })
}

function foreignOf(sums: Elements): Pick<Report, 'foreign'> {
  const source = (sums.approval ?? sums.posting ?? sums.decline)!
  return readForeign(source, source.get('amount').cents())
}

function authenticationOf({ authentication, approval }: Elements): Pick<Report, 'authentication'> {
  const status = authentication?.get('status')
  if (status?.is('authenticated_with_challenge') || status?.is('authenticated_without_challenge')) {
    return { authentication: 'authenticated' }
  }
  if (status && !status.is('awaiting_challenge') && !status.is('validating_challenge')) {
    return { authentication: 'failed' }
  }
  const said = approval && electronicCommerceOf(approval)
  return said ? { authentication: said } : {}
}
