// The object shapes of the specification: the exact fields of each object and the values that each field may have.

import assert from 'node:assert/strict'

const kinds = {
  text: (value: unknown) => typeof value === 'string',
  textOrNull: (value: unknown) => value === null || typeof value === 'string',
  texts: (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
  flag: (value: unknown) => typeof value === 'boolean',
  integer: (value: unknown) => Number.isInteger(value),
  number: (value: unknown) => typeof value === 'number',
  money: (value: unknown) => typeof value === 'number' && Number(value.toFixed(2)) === value,
  moneyOrNull: (value: unknown) => value === null || kinds.money(value),
  time: (value: unknown) => typeof value === 'string' && /Z$/.test(value) && new Date(value).toISOString() === value,
  timeOrNull: (value: unknown) => value === null || kinds.time(value),
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
}
type Shape = Record<string, keyof typeof kinds | RegExp>

const cardListItem: Shape = {
  id: /^card_\w+$/,
  bin_id: 'text',
  network: /^(visa|mastercard)$/,
  last4: /^\d{4}$/,
  status: /^(active|frozen|terminated)$/,
  balance: 'money',
  label: 'text',
  created_at: 'time',
}
const card: Shape = {
  ...cardListItem,
  spending_limit: 'money',
  allowed_categories: 'texts',
  auto_freeze_at: 'moneyOrNull',
  metadata: 'object',
  controls: 'object',
  expires_at: 'time',
}
const cardSummary: Shape = {
  ...cardListItem,
  spending_limit: 'money',
  total_spent: 'money',
  transaction_count: 'integer',
  metadata: 'object',
  controls: 'object',
  expires_at: 'time',
  last_used_at: 'timeOrNull',
}
const deposit: Shape = {
  id: /^dep_\w+$/,
  currency: /^(btc|eth|sol|usdt)$/,
  amount_crypto: /^\d+(\.\d+)?$/,
  amount_usd: 'money',
  fee_usd: 'money',
  credited_usd: 'money',
  status: /^(pending|confirmed|expired)$/,
  tx_hash: 'text',
  confirmations: 'integer',
  created_at: 'time',
}

export const shapes = {
  card,
  cardListItem,
  cardSummary,
  cardDetails: {
    id: /^card_\w+$/,
    pan: /^\d{16}$/,
    cvv: /^\d{3}$/,
    exp_month: 'integer',
    exp_year: 'integer',
    holder_name: 'text',
    billing_address: 'object',
  },
  billingAddress: { line1: 'text', city: 'text', state: 'text', zip: 'text', country: 'text' },
  frozen: { id: /^card_/, status: /^frozen$/, frozen_at: 'time' },
  terminated: { id: /^card_/, status: /^terminated$/, refunded_amount: 'money', terminated_at: 'time' },
  funded: {
    id: /^card_/,
    previous_balance: 'money',
    funded_amount: 'money',
    new_balance: 'money',
    wallet_balance: 'money',
  },
  withdrawn: {
    id: /^card_/,
    previous_balance: 'money',
    withdrawn_amount: 'money',
    new_balance: 'money',
    wallet_balance: 'money',
  },
  wallet: {
    balance: 'money',
    currency: /^USD$/,
    pending_deposits: 'money',
    total_deposited: 'money',
    total_spent: 'money',
    cards_active: 'integer',
    cards_total_balance: 'money',
  },
  bin: {
    id: 'text',
    network: /^(visa|mastercard)$/,
    type: /^(prepaid|debit|credit)$/,
    issuer_country: /^[A-Z]{2}$/,
    '3ds': 'flag',
    apple_pay: 'flag',
    google_pay: 'flag',
    max_transaction: 'money',
    max_monthly: 'money',
    acceptance_rate: 'number',
    best_for: 'texts',
  },
  category: { name: 'text', description: 'text', mccs: 'texts' },
  deposit,
  confirmedDeposit: { ...deposit, confirmed_at: 'time' },
  cardPages: { page: 'integer', per_page: 'integer', total: 'integer', total_pages: 'integer' },
} satisfies Record<string, Shape>

/** Null if the card was not replaced or is not a replacement. */
const links: Shape = { replaces: 'textOrNull', replaced_by: 'textOrNull' }

// The specification allows the extra field `held` on a card, a list item and a summary.
const mayAdd: Partial<Record<keyof typeof shapes, Shape>> = {
  card: { held: 'money', ...links },
  cardListItem: { held: 'money' },
  cardSummary: { held: 'money', ...links },
  cardPages: { next_cursor: 'textOrNull' },
}

/** Checks that a value has exactly the fields of the shape, each of its type. */
export function assertShape(value: Record<string, unknown>, name: keyof typeof shapes): void {
  const added = Object.fromEntries(Object.entries(mayAdd[name] ?? {}).filter(([field]) => field in value))
  const shape: Shape = { ...shapes[name], ...added }
  assert.deepEqual(Object.keys(value).sort(), Object.keys(shape).sort(), `fields of ${name}`)
  for (const [field, kind] of Object.entries(shape)) {
    const fits =
      kind instanceof RegExp ? typeof value[field] === 'string' && kind.test(value[field]) : kinds[kind](value[field])
    assert.ok(fits, `${name}.${field} is ${JSON.stringify(value[field])}`)
  }
}
