// The requests of a run, as HTTP and as the model sees them, and what of an answer the model can predict.

import { createCard } from '../../src/cards/create-card.ts'
import { freezeCard } from '../../src/cards/freeze-card.ts'
import { fundCard } from '../../src/cards/fund-card.ts'
import { getCard } from '../../src/cards/get-card.ts'
import { terminateCard } from '../../src/cards/terminate-card.ts'
import { unfreezeCard } from '../../src/cards/unfreeze-card.ts'
import { withdrawFromCard } from '../../src/cards/withdraw-from-card.ts'
import { getKeySelf } from '../../src/keys/get-key-self.ts'
import { reverseAuthorization, settleAuthorization } from '../../src/sandbox/drive-authorization.ts'
import { simulateAuthorization } from '../../src/sandbox/simulate-authorization.ts'
import { simulateDeposit } from '../../src/sandbox/simulate-deposit.ts'
import { getWalletBalance } from '../../src/wallet/get-wallet-balance.ts'

/** The part of the API that the runs use. An application with all of it would take longer to build than a run takes. */
export const routes = [
  createCard,
  freezeCard,
  fundCard,
  getCard,
  getKeySelf,
  getWalletBalance,
  reverseAuthorization,
  settleAuthorization,
  simulateAuthorization,
  simulateDeposit,
  terminateCard,
  unfreezeCard,
  withdrawFromCard,
]

/** `card` and `hold` are names of the run: what the creation or the authorization of this number made. */
export type Action =
  | { do: 'deposit'; amount: number }
  | { do: 'create'; card: string; amount: number; limit: number }
  | { do: 'fund' | 'withdraw'; card: string; amount: number }
  | { do: 'freeze' | 'unfreeze' | 'terminate' | 'read card'; card: string }
  | { do: 'authorize'; card: string; hold: string; amount: number }
  | { do: 'settle'; hold: string; amount: number }
  | { do: 'reverse'; hold: string }
  | { do: 'read wallet' | 'read budget' }

export type Asked = {
  action: Action
  /** The idempotency key. */
  key: string | undefined
  /** Whether it is the API key that has a budget. */
  isBudgeted: boolean
}

/** Undefined when the outcome is unknown: the service said so, or did not live to say anything. */
export type Seen = Record<string, unknown> | undefined

/** The ids of what was made, by the names of the run. */
export type Made = Map<string, string>

export type Http = { method: 'GET' | 'POST' | 'DELETE'; url: string; payload?: object }

const merchant = { name: 'Shop', mcc: '5411', city: 'Dover', country: 'US' }

export function httpOf(action: Action, made: Made): Http {
  switch (action.do) {
    case 'deposit':
      return post('/sandbox/deposits', { currency: 'usdt', amount_crypto: String(action.amount), confirm: true })
    case 'create':
      return post('/cards', { bin_id: 'bin_visa_us_prepaid_1', amount: action.amount, spending_limit: action.limit })
    case 'fund':
    case 'withdraw':
      return post(`/cards/${made.get(action.card)}/${action.do}`, { amount: action.amount })
    case 'freeze':
    case 'unfreeze':
      return post(`/cards/${made.get(action.card)}/${action.do}`)
    case 'terminate':
      return { method: 'DELETE', url: `/cards/${made.get(action.card)}` }
    case 'authorize':
      return post('/sandbox/authorizations', { card_id: made.get(action.card), amount: action.amount, merchant })
    case 'settle':
      return post(`/sandbox/authorizations/${made.get(action.hold)}/settle`, { amount: action.amount })
    case 'reverse':
      return post(`/sandbox/authorizations/${made.get(action.hold)}/reverse`)
    case 'read card':
      return { method: 'GET', url: `/cards/${made.get(action.card)}` }
    case 'read wallet':
      return { method: 'GET', url: '/wallet/balance' }
    case 'read budget':
      return { method: 'GET', url: '/keys/self' }
  }
}

function post(url: string, payload?: object): Http {
  return { method: 'POST', url, ...(payload && { payload }) }
}

/** The fields of a successful answer that the model predicts. */
const fields: Record<Action['do'], readonly string[]> = {
  deposit: ['credited_usd'],
  create: ['balance'],
  fund: ['previous_balance', 'new_balance', 'wallet_balance'],
  withdraw: ['previous_balance', 'new_balance', 'wallet_balance'],
  freeze: ['status'],
  unfreeze: ['status', 'balance', 'held'],
  terminate: ['refunded_amount'],
  authorize: ['approved', 'decline_reason'],
  settle: ['amount'],
  reverse: ['held_amount'],
  'read card': ['status', 'balance', 'held'],
  'read wallet': ['balance'],
  'read budget': ['used'],
}

// biome-ignore lint/suspicious/noExplicitAny: a body has the fields that the tables above name
export function seenOf({ action }: Asked, status: number, body: any): Seen {
  if (status === 503) return undefined
  if (status >= 400) return { error: body.error }
  const shown = action.do === 'read budget' ? body.budget : body
  return Object.fromEntries(fields[action.do].map((name) => [name, shown[name]]))
}

/** The name and the id of what the answer says was made. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export function madeBy({ action }: Asked, status: number, body: any): [name: string, id: string] | undefined {
  if (status >= 400) return undefined
  if (action.do === 'create') return [action.card, body.id]
  return action.do === 'authorize' && body.approved ? [action.hold, body.transaction.id] : undefined
}
