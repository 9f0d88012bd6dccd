// What the service promises, in memory: cards, holds, the wallet, limits and the budget of a key. `apply` is pure: it returns
// the next state and the answer, in dollars. What happens under one idempotency key happens once (explain.ts).

import type { Action, Asked } from './requests.ts'

type Answer = Record<string, unknown>
type Card = {
  status: 'active' | 'frozen' | 'terminated'
  balance: number
  limit: number
  used: number
  refunded: number
}
type Hold = { card: string; held: number; isSettled: boolean }

export type State = {
  wallet: number
  /** What the wallet could not pay. It is taken from the next credits. */
  owed: number
  budgetUsed: number
  cards: Record<string, Card>
  holds: Record<string, Hold>
}

export const BUDGET = 60
export const EMPTY: State = { wallet: 0, owed: 0, budgetUsed: 0, cards: {}, holds: {} }

export function apply(before: State, { action, isBudgeted }: Asked): { state: State; answer: Answer } {
  const state = copyOf(before)
  return { answer: act(state, action, isBudgeted), state }
}

/** Holds are replaced, never changed. */
function copyOf(state: State): State {
  const cards = Object.fromEntries(Object.entries(state.cards).map(([name, card]) => [name, { ...card }]))
  return { ...state, cards, holds: { ...state.holds } }
}

function act(state: State, action: Action, isBudgeted: boolean): Answer {
  switch (action.do) {
    case 'deposit':
      creditWallet(state, action.amount * 0.99)
      return { credited_usd: action.amount * 0.99 }
    case 'create':
      return create(state, action, isBudgeted)
    case 'authorize':
      return authorize(state, action)
    case 'settle':
      return settle(state, action)
    case 'reverse':
      return reverse(state, action.hold)
    case 'read wallet':
      return { balance: state.wallet }
    case 'read budget':
      return { used: state.budgetUsed }
    default:
      return onCard(state, action, isBudgeted)
  }
}

function spendBudget(state: State, amount: number, isBudgeted: boolean): Answer | undefined {
  if (isBudgeted && state.budgetUsed + amount > BUDGET) return { error: 'budget_exceeded' }
  if (state.wallet < amount) return { error: 'insufficient_funds' }
  state.wallet -= amount
  if (isBudgeted) state.budgetUsed += amount
  return undefined
}

function create(state: State, { card, amount, limit }: Action & { do: 'create' }, isBudgeted: boolean): Answer {
  const refusal = spendBudget(state, amount, isBudgeted)
  if (refusal) return refusal
  state.cards[card] = { status: 'active', balance: amount, limit, used: 0, refunded: 0 }
  return { balance: amount }
}

type OnCard = Exclude<Extract<Action, { card: string }>, { hold: string } | { limit: number }>

function onCard(state: State, action: OnCard, isBudgeted: boolean): Answer {
  const card = state.cards[action.card]!
  if (action.do === 'terminate') return terminate(state, card)
  if (action.do === 'read card') return shown(state, action.card)
  if (card.status === 'terminated') return { error: 'card_terminated' }
  if ('amount' in action) return move(state, card, action, isBudgeted)
  card.status = action.do === 'freeze' ? 'frozen' : 'active'
  return action.do === 'freeze' ? { status: card.status } : shown(state, action.card)
}

function shown(state: State, name: string): Answer {
  const { status, balance } = state.cards[name]!
  const held = Object.values(state.holds).reduce((sum, hold) => (hold.card === name ? sum + hold.held : sum), 0)
  return { status, balance, held }
}

type Moving = { do: 'fund' | 'withdraw'; amount: number }

function move(state: State, card: Card, action: Moving, isBudgeted: boolean): Answer {
  const previous = card.balance
  if (action.do === 'fund') {
    const refusal = spendBudget(state, action.amount, isBudgeted)
    if (refusal) return refusal
    card.balance += action.amount
  } else {
    if (card.balance < action.amount) return { error: 'insufficient_funds' }
    card.balance -= action.amount
    creditWallet(state, action.amount)
  }
  return { previous_balance: previous, new_balance: card.balance, wallet_balance: state.wallet }
}

function terminate(state: State, card: Card): Answer {
  if (card.status !== 'terminated') {
    card.status = 'terminated'
    card.refunded = Math.max(card.balance, 0)
    if (card.balance > 0) creditWallet(state, card.balance)
    else debitWallet(state, -card.balance)
    card.balance = 0
  }
  return { refunded_amount: card.refunded }
}

function creditWallet(state: State, amount: number): void {
  const repaid = Math.min(amount, state.owed)
  state.owed -= repaid
  state.wallet += amount - repaid
}

function debitWallet(state: State, amount: number): void {
  const paid = Math.min(amount, state.wallet)
  state.wallet -= paid
  state.owed += amount - paid
}

/** What becomes free returns to the card, or to the wallet once the card has ended. */
function release(state: State, card: Card, amount: number): void {
  if (card.status === 'terminated') creditWallet(state, amount)
  else card.balance += amount
}

function authorize(state: State, { card: name, hold, amount }: Action & { do: 'authorize' }): Answer {
  const card = state.cards[name]!
  const decline = (decline_reason: string) => ({ approved: false, decline_reason })
  if (card.status !== 'active') return decline(`card_${card.status}`)
  if (card.used + amount > card.limit) return decline('spending_limit_exceeded')
  if (card.balance < amount) return decline('insufficient_funds')
  card.balance -= amount
  card.used += amount
  state.holds[hold] = { card: name, held: amount, isSettled: false }
  return { approved: true, decline_reason: null }
}

/** A settlement is final and always posts: from the hold, then from the card, or from the wallet once the card has ended. */
function settle(state: State, { hold: name, amount }: Action & { do: 'settle' }): Answer {
  const hold = state.holds[name]!
  if (hold.isSettled) return { error: 'invalid_state' }
  const card = state.cards[hold.card]!
  const fromHold = Math.min(amount, hold.held)
  if (card.status === 'terminated') debitWallet(state, amount - fromHold)
  else card.balance -= amount - fromHold
  release(state, card, hold.held - fromHold)
  card.used += amount - hold.held
  state.holds[name] = { ...hold, held: 0, isSettled: true }
  return { amount: -amount }
}

function reverse(state: State, name: string): Answer {
  const hold = state.holds[name]!
  if (hold.held === 0) return { error: 'invalid_state' }
  const card = state.cards[hold.card]!
  release(state, card, hold.held)
  card.used -= hold.held
  state.holds[name] = { ...hold, held: 0 }
  return { held_amount: 0 }
}
