// Sums up the elements of a card payment. Each element is one network message and never changes, and their number only grows.
// What is held follows from sums over them, so their order does not matter.

import type { Cents } from '../../money.ts'
import type { Field } from '../fields.ts'
import type { Post } from '../inbound.ts'

/** One approved authorization of the payment and what became of it. */
type Authorization = {
  authorized: Cents
  /** At a fuel pump: the amount that replaces what was authorized. */
  confirmed: Cents | undefined
  released: Cents
  settled: Cents
}

export type Elements = {
  count: number
  authorizations: Map<string, Authorization>
  posts: Post[]
  /** A posting with no message before it, of a network that settles at once. */
  hasFinancial: boolean
  /** The first approval of a debit, and the first refusal of one that is no refusal of an increment. */
  approval: Field | undefined
  decline: Field | undefined
  /** What names a merchant where neither of the two is there. */
  posting: Field | undefined
  authentication: Field | undefined
  /** How many requests were approved or declined, and when the last of them was, in milliseconds since 1970. */
  requests: { count: number; lastAt: number }
  /** The last element by which a hold became smaller. */
  lastRelease: 'reversed' | 'expired' | 'settled' | undefined
  arn: string | undefined
}

export function sumElements(payment: Field): Elements {
  const list = payment.get('elements').list()
  const sums: Elements = {
    count: list.length,
    authorizations: new Map(),
    posts: [],
    hasFinancial: false,
    approval: undefined,
    decline: undefined,
    posting: undefined,
    authentication: undefined,
    requests: { count: 0, lastAt: 0 },
    lastRelease: undefined,
    arn: undefined,
  }
  for (const element of list) {
    const category = element.get('category').text()
    READERS.get(category)?.(sums, element.get(category))
    if (isRequest(category, element.get(category))) countRequest(sums, element)
  }
  return sums
}

/** What a merchant asked for, and not what it announced to give back or only looked up. */
function isRequest(category: string, object: Field): boolean {
  if (category === 'card_increment') return true
  if (category !== 'card_authorization' && category !== 'card_financial' && category !== 'card_decline') return false
  return !object.get('direction').is('refund') && !object.get('processing_category').is('balance_inquiry')
}

function countRequest({ requests }: Elements, element: Field): void {
  requests.count += 1
  requests.lastAt = Math.max(requests.lastAt, element.get('created_at').optional()?.time().getTime() ?? 0)
}

/** What the elements leave held. After a settlement this is only an upper bound, since the rest may have been released. */
export function remainingHold(sums: Elements): Cents {
  return [...sums.authorizations.values()].reduce((sum, each) => sum + remainderOf(each), 0n)
}

/** After a settlement below the hold, the elements do not tell whether it was the last one. */
export function isRemainderUnsure(sums: Elements): boolean {
  return [...sums.authorizations.values()].some((each) => each.settled > 0n && remainderOf(each) > 0n)
}

function remainderOf({ authorized, confirmed, released, settled }: Authorization): Cents {
  const left = (confirmed ?? authorized) - released - settled
  return left > 0n ? left : 0n
}

const READERS = new Map<string, (sums: Elements, object: Field) => void>([
  ['card_authorization', addAuthorization],
  ['card_increment', addIncrement],
  ['card_fuel_confirmation', addFuelConfirmation],
  ['card_reversal', addReversal],
  ['card_authorization_expiration', addExpiration],
  ['card_settlement', addSettlement],
  ['card_refund', addRefund],
  ['card_financial', addFinancial],
  ['card_decline', addDecline],
  [
    'card_authentication',
    (sums, object) => {
      sums.authentication = object
    },
  ],
])

function addAuthorization(sums: Elements, object: Field): void {
  // The announcement of a refund holds nothing.
  if (object.get('direction').is('refund')) return
  sums.approval ??= object
  authorizationOf(sums, object.get('id').text()).authorized += object.get('amount').cents()
}

function addIncrement(sums: Elements, object: Field): void {
  incrementedOf(sums, object).authorized += object.get('amount').cents()
}

function addFuelConfirmation(sums: Elements, object: Field): void {
  incrementedOf(sums, object).confirmed = object.get('updated_authorization_amount').cents()
}

function addReversal(sums: Elements, object: Field): void {
  incrementedOf(sums, object).released += object.get('reversal_amount').cents()
  sums.lastRelease = 'reversed'
}

function addExpiration(sums: Elements, object: Field): void {
  incrementedOf(sums, object).released += object.get('expired_amount').cents()
  sums.lastRelease = 'expired'
}

function addSettlement(sums: Elements, object: Field): void {
  const amount = object.get('amount').cents()
  const authorizationId = object.get('card_authorization').optional()?.text()
  if (authorizationId !== undefined) {
    authorizationOf(sums, authorizationId).settled += amount
    sums.lastRelease = 'settled'
  }
  addPost(sums, object, { direction: 'debit', amount, usesHold: authorizationId !== undefined })
}

function addRefund(sums: Elements, object: Field): void {
  addPost(sums, object, { direction: 'credit', amount: object.get('amount').cents(), usesHold: false })
}

/** Authorized and settled by one message: where we were asked, our hold pays it. */
function addFinancial(sums: Elements, object: Field): void {
  const isCredit = object.get('direction').is('refund')
  if (!isCredit) sums.approval ??= object
  sums.hasFinancial = true
  addPost(sums, object, {
    direction: isCredit ? 'credit' : 'debit',
    amount: object.get('amount').cents(),
    usesHold: !isCredit,
  })
  if (!isCredit) sums.lastRelease = 'settled'
}

function addDecline(sums: Elements, object: Field): void {
  const isIncrement = object.get('incremented_card_authorization_id').optional() !== undefined
  const isAboutMoney =
    object.get('direction').is('settlement') && !object.get('processing_category').is('balance_inquiry')
  if (!isIncrement && isAboutMoney) sums.decline ??= object
}

function addPost(sums: Elements, object: Field, post: Omit<Post, 'id'>): void {
  sums.posting ??= object
  if (post.amount === 0n) return
  const arn = object.get('network_identifiers').optional()?.get('acquirer_reference_number').optional()?.text()
  sums.arn ??= arn
  sums.posts.push({ id: object.get('id').text(), ...post, ...(arn !== undefined && { arn }) })
}

function incrementedOf(sums: Elements, object: Field): Authorization {
  return authorizationOf(sums, object.get('card_authorization_id').text())
}

function authorizationOf(sums: Elements, id: string): Authorization {
  const known = sums.authorizations.get(id)
  if (known) return known
  const added = { authorized: 0n, confirmed: undefined, released: 0n, settled: 0n }
  sums.authorizations.set(id, added)
  return added
}
