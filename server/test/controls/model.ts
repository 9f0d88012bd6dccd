// A workspace with cards that have controls, in memory and as plain data, so that a copy can try another order. `play`
// executes one request and returns the response that the service must give. Amounts are in cents, times in
// milliseconds.

import { DAY, periodOf, type Window, windows } from './calendar.ts'
import {
  addUsage,
  addUsageNow,
  type Controls,
  type Detail,
  holdDaysOf,
  type Limit,
  type Merchant,
  type Parts,
  resetOf,
  type Usage,
  usedOf,
  whatExceeds,
  whyNotHere,
  whyNotNow,
  withParts,
} from './controls-model.ts'

export type Card = {
  id: string
  status: 'active' | 'frozen' | 'terminated'
  /** Whether its last use terminated the card. */
  isUsedUp: boolean
  available: number
  held: number
  overdraft: number
  maxTransaction: number
  monthlyLimit: number
  allowedCategories: string[]
  controls: Controls
  lockedTo: { id: string | null; name: string } | null
  usage: Usage
  uses: number
  /** The number of amounts up to one dollar that were approved without being held. */
  verifications: number
  expiresAt: number
  /** The amount that its termination returned to the wallet, and the amount taken above its holds since. */
  refunded: number
  takenSince: number
}
export type Hold = {
  id: string
  card: Card
  merchant: Merchant
  held: number
  /** The amount that was approved but not held, as far as it has not settled. */
  unheld: number
  status: 'pending' | 'settled' | 'reversed' | 'expired'
  isUse: boolean
  hasSettled: boolean
  authorizedAt: number
  expiresAt: number
  /** The amount that the hold can still free in each window, and the period in which it was counted. */
  counted: Record<Window, { period: string; amount: number }>
}
export type Settlement = { id: string; card: Card; left: number }
export type State = { wallet: number; owed: number; cards: Card[]; holds: Hold[]; settlements: Settlement[] }

export type Patch = { spending_limit?: number; allowed_categories?: string[]; controls?: Parts }
export type Request =
  | { do: 'authorize'; card: string; amount: number; merchant: Merchant; partial: boolean }
  | { do: 'increment'; hold: string; amount: number }
  | { do: 'settle'; hold: string; amount: number | null; final: boolean }
  | { do: 'reverse'; hold: string; amount: number | null }
  | { do: 'expire'; hold: string }
  | { do: 'force'; card: string; amount: number; merchant: Merchant }
  | { do: 'refund'; settlement: string; amount: number | null }
  | { do: 'unlinked refund'; card: string; amount: number; merchant: Merchant }
  | { do: 'patch'; card: string; body: Patch }
  | { do: 'fund' | 'withdraw'; card: string; amount: number }
  | { do: 'freeze' | 'unfreeze' | 'terminate'; card: string }

export type Outcome =
  | { refused: string }
  | { approved: boolean; reason: string | null; detail: Detail | Ceiling | null; amount: number; balance: number }
  | { posted: string; amount: number; balance: number }
  | { status: string; held: number }
  | { status: string; refunded?: number }
  | { before: number; after: number; wallet: number }
  | { monthlyLimit: number; allowedCategories: string[]; controls: Controls; lockedTo: Card['lockedTo'] }

/** The facts that only the service knows in advance: the id of the transaction and the time. */
export type Facts = { id: string; at: number }

const refused = (id: string): Outcome => ({ refused: id })
export const balanceOf = (card: Card): number => card.available - card.overdraft
export const cardOf = (state: State, id: string): Card => state.cards.find((card) => card.id === id)!
export const holdOf = (state: State, id: string): Hold => state.holds.find((hold) => hold.id === id)!

// ---- money

function toWallet(state: State, amount: number): void {
  const repaid = Math.min(amount, state.owed)
  state.owed -= repaid
  state.wallet += amount - repaid
}

function toCard(state: State, card: Card, amount: number): void {
  if (card.status === 'terminated') {
    toWallet(state, amount)
    return
  }
  const filled = Math.min(amount, card.overdraft)
  card.overdraft -= filled
  card.available += amount - filled
}

/**
 * Takes an amount beyond the holds: an active card pays and can go below zero; for a terminated card the wallet pays,
 * and the workspace owes the rest.
 */
function take(state: State, card: Card, amount: number): void {
  const isEnded = card.status === 'terminated'
  const paid = Math.min(amount, isEnded ? state.wallet : card.available)
  if (isEnded) {
    state.wallet -= paid
    state.owed += amount - paid
    card.takenSince += amount
  } else {
    card.available -= paid
    card.overdraft += amount - paid
  }
}

function terminate(state: State, card: Card): void {
  if (card.status === 'terminated') return
  card.refunded = card.available
  card.available = 0
  toWallet(state, card.refunded)
  const paid = Math.min(state.wallet, card.overdraft)
  state.wallet -= paid
  state.owed += card.overdraft - paid
  card.overdraft = 0
  card.status = 'terminated'
}

// ---- spending

type Asked = { amount: number; merchant: Merchant; partial: boolean; hold: Hold | null }
/** The amount that the termination of the card returned, and the amount taken since, in dollars. */
type Ceiling = { returned: number; taken: number }
type Why = { reason: string; detail: Detail | Ceiling | null }
const why = (reason: string | null): Why | null => (reason === null ? null : { reason, detail: null })

/**
 * Whether the wallet pays for an increment, up to what the card returned: it was a counted authorization on a card that
 * its uses terminated.
 */
const isPaidByWallet = (card: Card, hold: Hold | null): boolean => card.isUsedUp && hold?.isUse === true

export const monthlyLimitOf = (card: Card): Limit => ({
  window: 'month',
  amount: card.monthlyLimit,
  count: null,
  categories: [],
})

const ONE_DOLLAR = 100

/** Whether an increment takes a small authorization above one dollar. */
const becomesUse = (hold: Hold, amount: number): boolean => !hold.isUse && hold.held + hold.unheld + amount > ONE_DOLLAR

const isVerification = (card: Card, { hold, amount }: Asked): boolean =>
  hold === null && card.controls.uses !== null && amount <= ONE_DOLLAR

/** The amount that a pending authorization can still settle or free. */
const openOf = (hold: Hold): number => hold.held + (hold.status === 'pending' ? hold.unheld : 0)

function whyDeclined(state: State, card: Card, asked: Asked, amount: number, now: number): Why | null {
  const { hold, merchant } = asked
  if (card.status === 'terminated' && !isPaidByWallet(card, hold)) return why('card_terminated')
  if (card.status === 'frozen') return why('card_frozen')
  if (now > card.expiresAt) return why('card_expired')
  const alreadyHeld = hold?.held ?? 0
  if (alreadyHeld + asked.amount > card.maxTransaction) return why('transaction_limit_exceeded')
  const place = why(whyNotHere(card, merchant)) ?? why(whyNotNow(card.controls, now))
  if (place) return place
  // An authorization of any amount requires a remaining use; an increment requires one only if it becomes a use.
  const needsUse = !hold || becomesUse(hold, amount)
  if (needsUse && card.controls.uses !== null && card.uses >= card.controls.uses) return why('use_limit_reached')
  if (isVerification(card, asked) && card.verifications >= 3) return why('use_limit_reached')
  const purchase = { amount, alreadyHeld, isIncrement: hold !== null, merchant }
  const month = whatExceeds(card.usage, monthlyLimitOf(card), purchase, now)
  if (month) return { reason: 'spending_limit_exceeded', detail: month }
  for (const limit of card.controls.limits) {
    const detail = whatExceeds(card.usage, limit, purchase, now)
    if (detail) return { reason: 'limit_exceeded', detail }
  }
  const promised = hold?.unheld ?? 0
  if (isPaidByWallet(card, hold) && amount + promised > leftOf(card))
    return {
      reason: 'insufficient_funds',
      detail: { returned: card.refunded / 100, taken: (card.takenSince + promised) / 100 },
    }
  if (isVerification(card, asked)) return null
  const money = isPaidByWallet(card, hold) ? state.wallet : card.available
  return amount > money || amount === 0 ? why('insufficient_funds') : null
}

/** The approved amount is a ceiling: a terminated card can take what it returned, minus what was taken since. */
export const leftOf = (card: Card): number => Math.max(0, card.refunded - card.takenSince)

function countHeld(card: Card, hold: Hold, amount: number, now: number): void {
  for (const window of windows) {
    const period = periodOf(window, now)
    addUsage(card.usage, window, period, hold.merchant.mcc, amount)
    const before = hold.counted[window]
    hold.counted[window] = { period, amount: (before.period === period ? before.amount : 0) + amount }
  }
}

function giveBack(hold: Hold, released: number): void {
  for (const window of windows) {
    const counted = hold.counted[window]
    const back = Math.min(released, counted.amount)
    counted.amount -= back
    addUsage(hold.card.usage, window, counted.period, hold.merchant.mcc, -back)
  }
}

/** An authorization that never settled is no longer counted in its window. */
function uncount({ card, merchant, authorizedAt, hasSettled }: Hold): void {
  if (hasSettled) return
  for (const window of windows) addUsage(card.usage, window, periodOf(window, authorizedAt), merchant.mcc, 0, -1)
}

function countUse(state: State, card: Card): void {
  card.uses += 1
  if (card.status === 'terminated' || card.controls.uses === null || card.uses < card.controls.uses) return
  terminate(state, card)
  card.isUsedUp = true
}

function spend(state: State, card: Card, asked: Asked, { id, at }: Facts): Outcome {
  const holdsNothing = isVerification(card, asked)
  const amount = asked.partial && !holdsNothing ? Math.min(asked.amount, card.available) : asked.amount
  const held = holdsNothing ? 0 : amount
  const declined = whyDeclined(state, card, asked, amount, at)
  if (declined) return { approved: false, ...declined, amount: asked.amount, balance: balanceOf(card) }
  const hold = asked.hold ?? newHold(state, card, asked.merchant, { id, at })
  const isUse = becomesUse(hold, amount)
  if (holdsNothing) {
    hold.unheld = amount
    card.verifications += 1
  }
  if (isPaidByWallet(card, asked.hold)) take(state, card, held)
  else card.available -= held
  card.held += held
  hold.held += held
  countHeld(card, hold, held, at)
  const outcome: Outcome = { approved: true, reason: null, detail: null, amount, balance: balanceOf(card) }
  if (!asked.hold) {
    addUsageNow(card.usage, asked.merchant.mcc, 0, 1, at)
    if (card.controls.merchant_lock) card.lockedTo ??= { id: asked.merchant.id ?? null, name: asked.merchant.name }
  }
  if (isUse) {
    hold.isUse = true
    countUse(state, card)
  }
  return outcome
}

function newHold(state: State, card: Card, merchant: Merchant, { id, at }: Facts): Hold {
  const nothing = windows.map((window) => [window, { period: '', amount: 0 }])
  const hold: Hold = {
    id,
    card,
    merchant,
    held: 0,
    unheld: 0,
    status: 'pending',
    isUse: false,
    hasSettled: false,
    authorizedAt: at,
    expiresAt: at + holdDaysOf(merchant.mcc) * DAY,
    counted: Object.fromEntries(nothing),
  }
  state.holds.push(hold)
  return hold
}

function release(state: State, hold: Hold, amount: number): void {
  hold.held -= amount
  hold.card.held -= amount
  toCard(state, hold.card, amount)
  giveBack(hold, amount)
}

function settle(
  state: State,
  card: Card,
  hold: Hold | null,
  amount: number,
  final: boolean,
  facts: Facts,
  merchant: Merchant,
): Outcome {
  const fromHold = hold ? Math.min(amount, hold.held) : 0
  card.held -= fromHold
  take(state, card, amount - fromHold)
  addUsageNow(card.usage, merchant.mcc, amount - fromHold, hold ? 0 : 1, facts.at)
  if (hold) {
    hold.held -= fromHold
    hold.unheld = Math.max(0, hold.unheld - (amount - fromHold))
    hold.hasSettled = true
    for (const window of windows) hold.counted[window].amount -= Math.min(fromHold, hold.counted[window].amount)
    if (final) {
      release(state, hold, hold.held)
      hold.status = 'settled'
    }
  }
  state.settlements.push({ id: facts.id, card, left: amount })
  const outcome: Outcome = { posted: 'settlement', amount: -amount, balance: balanceOf(card) }
  if (!hold) countUse(state, card)
  return outcome
}

function expire(state: State, hold: Hold): void {
  release(state, hold, hold.held)
  hold.status = 'expired'
  uncount(hold)
}

// ---- requests

export function play(state: State, request: Request, facts: Facts): Outcome {
  switch (request.do) {
    case 'authorize':
      return spend(state, cardOf(state, request.card), { ...request, hold: null }, facts)
    case 'increment': {
      const hold = holdOf(state, request.hold)
      if (hold.status !== 'pending') return refused('invalid_state')
      return spend(state, hold.card, { amount: request.amount, merchant: hold.merchant, partial: false, hold }, facts)
    }
    case 'settle': {
      const hold = holdOf(state, request.hold)
      if (hold.status === 'settled') return refused('invalid_state')
      if (request.amount === null && openOf(hold) === 0) return refused('invalid_amount')
      return settle(state, hold.card, hold, request.amount ?? openOf(hold), request.final, facts, hold.merchant)
    }
    case 'reverse': {
      const hold = holdOf(state, request.hold)
      if (openOf(hold) === 0) return refused('invalid_state')
      const amount = request.amount ?? hold.held
      if (amount > hold.held) return refused('invalid_amount')
      release(state, hold, amount)
      if (hold.held === 0) {
        hold.status = 'reversed'
        uncount(hold)
      }
      return { status: hold.status, held: hold.held }
    }
    case 'expire': {
      const hold = holdOf(state, request.hold)
      if (hold.status === 'settled' || hold.status === 'reversed') return refused('invalid_state')
      if (hold.status === 'pending') expire(state, hold)
      return { status: hold.status, held: hold.held }
    }
    case 'force': {
      const { card, amount, merchant } = request
      return settle(state, cardOf(state, card), null, amount, true, facts, merchant)
    }
    case 'refund': {
      const settlement = state.settlements.find(({ id }) => id === request.settlement)!
      if (settlement.left === 0) return refused('invalid_state')
      const amount = request.amount ?? settlement.left
      if (amount > settlement.left) return refused('invalid_amount')
      settlement.left -= amount
      return refund(state, settlement.card, amount)
    }
    case 'unlinked refund':
      return refund(state, cardOf(state, request.card), request.amount)
    case 'patch':
      return patch(cardOf(state, request.card), request.body)
    case 'fund':
    case 'withdraw':
      return move(state, cardOf(state, request.card), request.do, request.amount)
    case 'freeze':
    case 'unfreeze': {
      const card = cardOf(state, request.card)
      if (card.status === 'terminated') return refused('card_terminated')
      card.status = request.do === 'freeze' ? 'frozen' : 'active'
      return { status: card.status }
    }
    case 'terminate': {
      const card = cardOf(state, request.card)
      terminate(state, card)
      return { status: 'terminated', refunded: card.refunded }
    }
  }
}

function refund(state: State, card: Card, amount: number): Outcome {
  toCard(state, card, amount)
  return { posted: 'refund', amount, balance: balanceOf(card) }
}

function patch(card: Card, { spending_limit, allowed_categories, controls }: Patch): Outcome {
  if (card.status === 'terminated') return refused('card_terminated')
  card.monthlyLimit = spending_limit ?? card.monthlyLimit
  card.allowedCategories = allowed_categories ?? card.allowedCategories
  card.controls = withParts(card.controls, controls ?? {})
  if (card.controls.merchant_lock === null) card.lockedTo = null
  return controlsShown(card)
}

export function controlsShown({ monthlyLimit, allowedCategories, controls, lockedTo }: Card) {
  return { monthlyLimit, allowedCategories, controls, lockedTo }
}

function move(state: State, card: Card, what: 'fund' | 'withdraw', amount: number): Outcome {
  if (card.status === 'terminated') return refused('card_terminated')
  const before = balanceOf(card)
  if ((what === 'fund' ? state.wallet : before) < amount) return refused('insufficient_funds')
  if (what === 'fund') {
    state.wallet -= amount
    toCard(state, card, amount)
  } else {
    card.available -= amount
    toWallet(state, amount)
  }
  return { before, after: balanceOf(card), wallet: state.wallet }
}

/** Expires the holds in the order in which they are due. */
export function passTime(state: State, now: number): void {
  const due = state.holds.filter((hold) => hold.status === 'pending' && hold.expiresAt <= now)
  for (const hold of due.sort((a, b) => a.expiresAt - b.expiresAt)) expire(state, hold)
}

/** The response of GET /cards/{id}/limits, with the monthly limit first. */
export function limitsOf(card: Card, now: number) {
  const { limits, uses } = card.controls
  return {
    data: [
      { ...rowOf(card, monthlyLimitOf(card), now), used_count: null },
      ...limits.map((limit) => rowOf(card, limit, now)),
    ],
    uses: uses === null ? null : { limit: uses, used: card.uses, remaining: Math.max(0, uses - card.uses) },
  }
}

function rowOf(card: Card, limit: Limit, now: number) {
  const { window, categories, amount, count } = limit
  const used = usedOf(card.usage, limit, now)
  return {
    window,
    categories,
    amount: amount === null ? null : amount / 100,
    count,
    used_amount: used.amount / 100,
    used_count: used.count,
    remaining_amount: amount === null ? null : Math.max(0, amount - used.amount) / 100,
    remaining_count: count === null ? null : Math.max(0, count - used.count),
    resets_at: resetOf(window, now),
  }
}
