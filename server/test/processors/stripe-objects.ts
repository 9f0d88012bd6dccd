// Stripe's objects as its API writes them. They have the types of Stripe's own library, so that a missing field or a
// wrong type does not compile.

import type Stripe from 'stripe'

export type Authorization = Stripe.Issuing.Authorization
export type Transaction = Stripe.Issuing.Transaction
export type Card = Stripe.Issuing.Card
export type Cardholder = Stripe.Issuing.Cardholder
export type MerchantData = Authorization['merchant_data']

export const NEWEST_VERSION = '2026-08-26.dahlia'

export function cardholderOf(id: string, created: number, form: URLSearchParams): Cardholder {
  const address = (name: string) => form.get(`billing[address][${name}]`)
  return {
    id,
    object: 'issuing.cardholder',
    billing: {
      address: {
        line1: address('line1'),
        line2: address('line2'),
        city: address('city'),
        state: address('state'),
        postal_code: address('postal_code'),
        country: address('country'),
      },
    },
    company: { tax_id_provided: false },
    created,
    email: form.get('email'),
    individual: null,
    livemode: false,
    metadata: metadataOf(form),
    name: form.get('name') ?? '',
    phone_number: form.get('phone_number'),
    preferred_locales: [],
    requirements: { disabled_reason: null, past_due: [] },
    spending_controls: { ...NO_CONTROLS },
    status: 'active',
    type: 'company',
  }
}

const NO_CONTROLS = {
  allowed_card_presences: null,
  allowed_categories: [],
  allowed_merchant_countries: null,
  blocked_card_presences: null,
  blocked_categories: [],
  blocked_merchant_countries: null,
  spending_limits: [],
  spending_limits_currency: null,
}

export function cardOf(id: string, created: number, cardholder: Cardholder, form: URLSearchParams): Card {
  return {
    id,
    object: 'issuing.card',
    brand: 'Visa',
    cancellation_reason: null,
    cardholder,
    created,
    currency: 'usd',
    exp_month: 8,
    exp_year: 2030,
    last4: id.slice(-4),
    latest_fraud_warning: null,
    lifecycle_controls: null,
    livemode: false,
    metadata: metadataOf(form),
    personalization_design: null,
    replaced_by: null,
    replacement_for: null,
    replacement_reason: null,
    second_line: null,
    shipping: null,
    spending_controls: { ...NO_CONTROLS },
    // As at Stripe, a card is inactive unless another status is requested.
    status: form.get('status') ?? 'inactive',
    type: 'virtual',
    wallets: null,
  }
}

export function authorizationOf(id: string, created: number, card: Card, merchant: MerchantData): Authorization {
  return {
    id,
    object: 'issuing.authorization',
    amount: 0,
    amount_details: { atm_fee: null, cashback_amount: null },
    approved: false,
    authorization_method: 'online',
    balance_transactions: [],
    card,
    card_presence: 'not_present',
    cardholder: card.cardholder.id,
    created,
    currency: 'usd',
    fleet: null,
    fuel: null,
    livemode: false,
    merchant_amount: 0,
    merchant_currency: 'usd',
    merchant_data: merchant,
    metadata: {},
    network_data: { acquiring_institution_id: null, system_trace_audit_number: '123456', transaction_id: `net${id}` },
    pending_request: null,
    request_history: [],
    status: 'pending',
    token: null,
    transactions: [],
    verification_data: {
      address_line1_check: 'not_provided',
      address_postal_code_check: 'match',
      authentication_exemption: null,
      cvc_check: 'match',
      expiry_check: 'match',
      postal_code: null,
      three_d_secure: null,
    },
    verified_by_fraud_challenge: null,
    wallet: null,
  }
}

export type NewTransaction = {
  card: Card
  merchant: MerchantData
  type: 'capture' | 'refund'
  amount: number
  authorization: string | null
}

export function transactionOf(id: string, created: number, made: NewTransaction): Transaction {
  return {
    id,
    object: 'issuing.transaction',
    amount: made.amount,
    amount_details: null,
    authorization: made.authorization,
    balance_transaction: `txn_${id}`,
    card: made.card.id,
    cardholder: made.card.cardholder.id,
    created,
    currency: 'usd',
    dispute: null,
    livemode: false,
    merchant_amount: made.amount,
    merchant_currency: 'usd',
    merchant_data: made.merchant,
    metadata: {},
    network_data: { authorization_code: null, processing_date: null, transaction_id: null },
    token: null,
    type: made.type,
    wallet: null,
  }
}

export function merchantDataOf(merchant: { name: string; mcc: string; country: string }): MerchantData {
  return {
    category: 'miscellaneous',
    category_code: merchant.mcc,
    city: null,
    country: merchant.country,
    name: merchant.name,
    network_id: '452322000053360',
    postal_code: null,
    state: null,
    tax_id: null,
    terminal_id: null,
    url: null,
  }
}

export type BalanceTransaction = Authorization['balance_transactions'][number]

/** Money that is reserved for an authorization or released from it. */
export function balanceTransactionOf(id: string, created: number, amount: number): BalanceTransaction {
  return {
    id,
    object: 'balance_transaction',
    amount,
    available_on: created,
    balance_type: 'issuing',
    created,
    currency: 'usd',
    description: null,
    exchange_rate: null,
    fee: 0,
    fee_details: [],
    net: amount,
    reporting_category: amount < 0 ? 'issuing_authorization_hold' : 'issuing_authorization_release',
    source: null,
    status: 'available',
    type: amount < 0 ? 'issuing_authorization_hold' : 'issuing_authorization_release',
  }
}

export type RequestHistory = Authorization['request_history'][number]

export function requestOf(created: number, amount: number, decision: { approved: boolean; reason: string }) {
  return {
    amount,
    amount_details: null,
    approved: decision.approved,
    authorization_code: decision.approved ? 'S498162' : null,
    created,
    currency: 'usd',
    merchant_amount: amount,
    merchant_currency: 'usd',
    network_risk_score: 12,
    reason: decision.reason,
    reason_message: decision.reason === 'webhook_error' ? 'the response cannot be read' : null,
    requested_at: created,
  } satisfies RequestHistory
}

export function metadataOf(form: URLSearchParams): Record<string, string> {
  const names = [...form.keys()].flatMap((name) => /^metadata\[(\w+)\]$/.exec(name)?.[1] ?? [])
  return Object.fromEntries(names.map((name) => [name, form.get(`metadata[${name}]`)!]))
}
