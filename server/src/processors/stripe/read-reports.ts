// Reports about an authorization. `issuing_authorization.*` holds all of it; `issuing_transaction.created` holds one posting,
// which the next report on the authorization repeats under the same id.

import type { Field } from '../fields.ts'
import type { Report } from '../inbound.ts'
import type { NetworkReferences } from '../question.ts'
import { readForeignAmount } from './foreign-amount.ts'
import { isText, listOf, readId, readMerchantData, readPost, refuseOtherCurrency } from './read-objects.ts'

const MAX_WORD_LENGTH = 200
/** Leaves 40 bits of the database's 63 to the seconds. */
const CHANGES_BITS = 20n
/** The version of a report on a single transaction. It does not know the hold, so it must never make a full report seem old. */
const KNOWS_NO_HOLD = 0n

export function readAuthorization(authorization: Field, seconds: bigint): Report {
  refuseOtherCurrency(authorization)
  const amount = authorization.get('amount').cents()
  const isApproved = authorization.get('approved').boolean()
  const transactions = listOf(authorization.get('transactions')).filter((each) => !isText(each))
  const posts = transactions.flatMap((each) => readPost(each) ?? [])
  const captured = posts.reduce((sum, post) => (post.usesHold ? sum + post.amount : sum), 0n)
  const status = authorization.get('status').text()
  const requests = inOrder(listOf(authorization.get('request_history')))
  const foreign = readForeignAmount(authorization, amount)
  return {
    authorizationRef: authorization.get('id').text(),
    cardRef: readId(authorization.get('card')),
    version: versionOf(authorization, seconds, status),
    hold: isApproved ? holdOf(status, amount - captured) : 0n,
    outcome: isApproved ? 'approved' : 'declined',
    decidedBy: decidedBy(decisiveRequest(requests, isApproved)),
    ended: isApproved ? endedOf(status) : undefined,
    word: isApproved ? undefined : wordOf(requests.at(-1)),
    amount: isApproved ? amount : (requests.at(-1)?.get('amount').cents() ?? amount),
    requests: { count: requests.length, lastAt: timeOf(requests.at(-1)) },
    posts,
    settled: undefined,
    merchant: readMerchantData(authorization),
    ...(foreign && { foreign }),
    ...networkOf(authorization, decisiveRequest(requests, true)?.get('authorization_code')),
    ...authenticationOf(authorization.get('verification_data').optional()),
  }
}

/** Undefined for a transaction that moves nothing. */
export function readTransaction(transaction: Field, seconds: bigint): Report | undefined {
  const post = readPost(transaction)
  if (!post) return undefined
  // A capture without an authorization, and a refund without a purchase, count as their own authorization.
  const authorization = transaction.get('authorization').optional()
  const foreign = readForeignAmount(transaction, post.amount)
  return {
    authorizationRef: authorization ? readId(authorization) : post.id,
    cardRef: readId(transaction.get('card')),
    version: authorization ? KNOWS_NO_HOLD : seconds << CHANGES_BITS,
    hold: authorization ? undefined : 0n,
    outcome: undefined,
    decidedBy: undefined,
    ended: authorization ? undefined : 'settled',
    word: undefined,
    amount: post.amount,
    posts: [post],
    settled: undefined,
    merchant: readMerchantData(transaction),
    ...(foreign && { foreign }),
    ...networkOf(transaction, transaction.get('network_data').optional()?.get('authorization_code')),
  }
}

/**
 * Events have whole seconds, and several changes can happen in one second. Each change makes one of these lists longer or ends
 * the authorization, and is never undone. So within a second, the state with more changes is newer.
 */
function versionOf(authorization: Field, seconds: bigint, status: string): bigint {
  const lists = ['request_history', 'transactions', 'balance_transactions']
  const changes = lists.reduce((sum, name) => sum + listOf(authorization.get(name)).length, rankOf(status))
  return (seconds << CHANGES_BITS) + BigInt(changes)
}

/** An expired authorization can still be captured, and is then closed. */
function rankOf(status: string): number {
  return status === 'pending' ? 0 : status === 'closed' ? 2 : 1
}

/** Undefined for an unknown status. A capture above the authorized amount leaves nothing held. */
function holdOf(status: string, open: bigint): bigint | undefined {
  if (status === 'pending') return open > 0n ? open : 0n
  return endedOf(status) && 0n
}

/** Before 2025-03-31 Stripe also used `reversed` for expired authorizations. */
function endedOf(status: string): Report['ended'] {
  if (status === 'closed') return 'settled'
  return status === 'reversed' || status === 'expired' ? status : undefined
}

/** Sorted oldest first, since Stripe does not document the order of the list. */
function inOrder(requests: Field[]): Field[] {
  return requests.toSorted((a, b) => timeOf(a) - timeOf(b))
}

/** In milliseconds. */
function timeOf(request: Field | undefined): number {
  return Number(request?.get('created').optional()?.integer() ?? 0n) * 1_000
}

/** When an increment was declined, the earlier approval still counts. */
function decisiveRequest(requests: Field[], isApproved: boolean): Field | undefined {
  return requests.findLast((each) => each.get('approved').boolean() === isApproved)
}

function decidedBy(request: Field | undefined): Report['decidedBy'] {
  const reason = request?.get('reason')
  if (!reason?.optional()) return undefined
  return reason.is('webhook_approved') || reason.is('webhook_declined') ? 'us' : 'stand_in'
}

/** `webhook_error` comes with a message that says what was wrong with our answer. */
function wordOf(request: Field | undefined): string | undefined {
  const reason = request?.get('reason').prose(MAX_WORD_LENGTH)
  const message = request?.get('reason_message').prose(MAX_WORD_LENGTH)
  return message === undefined ? reason : `${reason}: ${message}`.slice(0, MAX_WORD_LENGTH)
}

function networkOf(object: Field, code: Field | undefined): { network?: NetworkReferences } {
  const transactionId = object.get('network_data').optional()?.get('transaction_id').prose(100)
  const authCode = code?.prose(20)
  if (transactionId === undefined && authCode === undefined) return {}
  return {
    network: { ...(transactionId !== undefined && { transactionId }), ...(authCode !== undefined && { authCode }) },
  }
}

function authenticationOf(data: Field | undefined): Pick<Report, 'authentication'> {
  const result = data?.get('three_d_secure').optional()?.get('result')
  if (result?.is('authenticated')) return { authentication: 'authenticated' }
  if (result?.is('attempt_acknowledged')) return { authentication: 'attempted' }
  return result?.is('failed') ? { authentication: 'failed' } : {}
}
