// Complete objects of Increase's API, with the types of its own library.

import type { CardPayment } from 'increase/resources/card-payments.js'

export type Merchant = { name: string; mcc: string; country: string }
export type Actioner = CardPayment.Element.CardAuthorization['actioner']
/** The data that the elements of one payment have in common. */
export type Scene = { paymentId: string; merchant: Merchant; at: string; newId: (type: string) => string }
export type Amount = { amount: number; presentment?: { amount: number; currency: string } }

const NO_ADDITIONAL_AMOUNTS = {
  clinic: null,
  dental: null,
  original: null,
  prescription: null,
  surcharge: null,
  total_cumulative: null,
  total_healthcare: null,
  transit: null,
  unknown: null,
  vision: null,
} satisfies CardPayment.Element.CardAuthorization.AdditionalAmounts

const VERIFIED = {
  card_verification_code: { result: 'match' },
  cardholder_address: {
    actual_line1: null,
    actual_postal_code: null,
    provided_line1: null,
    provided_postal_code: null,
    result: 'not_checked',
  },
  cardholder_name: null,
} satisfies CardPayment.Element.CardAuthorization.Verification

const NETWORK_IDENTIFIERS = {
  authorization_identification_response: 'A1B2C3',
  retrieval_reference_number: '785867080153',
  trace_number: '487941',
  transaction_id: '627199945183184',
}

function networkDetails(actioner: Actioner) {
  return {
    category: 'visa',
    pulse: null,
    visa: {
      electronic_commerce_indicator: 'non_secure_transaction',
      point_of_service_entry_mode: 'manual',
      stand_in_processing_reason: actioner === 'network' ? 'issuer_error' : null,
      terminal_entry_capability: 'unknown',
    },
  } satisfies CardPayment.Element.CardAuthorization.NetworkDetails
}

function acceptor({ mcc, country }: Merchant) {
  return {
    merchant_acceptor_id: '5665270011000168',
    merchant_category_code: mcc,
    merchant_city: 'New York',
    merchant_country: country,
    merchant_postal_code: '10045',
    merchant_state: 'NY',
  }
}

function presented({ amount, presentment }: Amount) {
  return {
    presentment_amount: presentment?.amount ?? amount,
    presentment_currency: presentment?.currency ?? 'USD',
  }
}

function message(scene: Scene, amount: Amount, actioner: Actioner, decisionId: string | null) {
  return {
    actioner,
    additional_amounts: NO_ADDITIONAL_AMOUNTS,
    amount: amount.amount,
    ...presented(amount),
    card_payment_id: scene.paymentId,
    currency: 'USD',
    digital_wallet_token_id: null,
    direction: 'settlement',
    ...acceptor(scene.merchant),
    merchant_descriptor: scene.merchant.name,
    network_details: networkDetails(actioner),
    network_identifiers: NETWORK_IDENTIFIERS,
    network_risk_score: 10,
    physical_card_id: null,
    processing_category: 'purchase',
    real_time_decision_id: decisionId,
    scheme_fees: [],
    terminal_id: 'RCN5VNXS',
    verification: VERIFIED,
  } as const
}

export function authorization(scene: Scene, amount: Amount, actioner: Actioner, decisionId: string | null) {
  return {
    id: scene.newId('card_authorization'),
    ...message(scene, amount, actioner, decisionId),
    expires_at: new Date(Date.parse(scene.at) + 7 * 86_400_000).toISOString(),
    healthcare: null,
    pending_transaction_id: scene.newId('pending_transaction'),
    type: 'card_authorization',
    scheme_fees: [],
  } satisfies CardPayment.Element.CardAuthorization
}

export function validation(scene: Scene, decisionId: string | null) {
  const { amount, presentment_amount, presentment_currency, direction, processing_category, ...rest } = message(
    scene,
    { amount: 0 },
    'user',
    decisionId,
  )
  return {
    id: scene.newId('card_validation'),
    ...rest,
    scheme_fees: [],
    type: 'inbound_card_validation',
  } satisfies CardPayment.Element.CardValidation
}

export type DeclineWhy = {
  reason: CardPayment.Element.CardDecline['reason']
  decided: CardPayment.Element.CardDecline['real_time_decision_reason']
  incremented: string | null
}

export function decline(
  scene: Scene,
  amount: Amount,
  actioner: Actioner,
  decisionId: string | null,
  { reason, decided, incremented }: DeclineWhy,
) {
  return {
    id: scene.newId('card_decline'),
    ...message(scene, amount, actioner, decisionId),
    declined_transaction_id: scene.newId('declined_transaction'),
    incremented_card_authorization_id: incremented,
    real_time_decision_reason: decided,
    reason,
    scheme_fees: [],
  } satisfies CardPayment.Element.CardDecline
}

export function financial(scene: Scene, amount: Amount) {
  return {
    id: scene.newId('card_financial'),
    ...message(scene, amount, 'increase', null),
    transaction_id: scene.newId('transaction'),
    type: 'card_financial',
    scheme_fees: [],
  } satisfies CardPayment.Element.CardFinancial
}

export function increment(
  scene: Scene,
  authorizationId: string,
  amount: number,
  updated: number,
  actioner: Actioner,
  decisionId: string | null,
) {
  return {
    id: scene.newId('card_increment'),
    actioner,
    additional_amounts: NO_ADDITIONAL_AMOUNTS,
    amount,
    ...presented({ amount }),
    card_authorization_id: authorizationId,
    currency: 'USD',
    network: 'visa',
    network_identifiers: NETWORK_IDENTIFIERS,
    network_risk_score: 10,
    pending_transaction_id: scene.newId('pending_transaction'),
    real_time_decision_id: decisionId,
    scheme_fees: [],
    type: 'card_increment',
    updated_authorization_amount: updated,
  } satisfies CardPayment.Element.CardIncrement
}

export function reversal(scene: Scene, authorizationId: string, amount: number, left: number) {
  return {
    id: scene.newId('card_reversal'),
    card_authorization_id: authorizationId,
    currency: 'USD',
    ...acceptor(scene.merchant),
    merchant_descriptor: scene.merchant.name,
    network: 'visa',
    network_identifiers: NETWORK_IDENTIFIERS,
    pending_transaction_id: left > 0 ? scene.newId('pending_transaction') : null,
    presentment_currency: 'USD',
    reversal_amount: amount,
    reversal_presentment_amount: amount,
    reversal_reason: left > 0 ? 'partial_reversal' : 'reversed_by_customer',
    scheme_fees: [],
    terminal_id: null,
    type: 'card_reversal',
    updated_authorization_amount: left,
    updated_authorization_presentment_amount: left,
  } satisfies CardPayment.Element.CardReversal
}

export function fuelConfirmation(scene: Scene, authorizationId: string, amount: number) {
  return {
    id: scene.newId('card_fuel_confirmation'),
    card_authorization_id: authorizationId,
    currency: 'USD',
    network: 'visa',
    network_identifiers: NETWORK_IDENTIFIERS,
    pending_transaction_id: scene.newId('pending_transaction'),
    scheme_fees: [],
    type: 'card_fuel_confirmation',
    updated_authorization_amount: amount,
  } satisfies CardPayment.Element.CardFuelConfirmation
}

export function expiration(scene: Scene, authorizationId: string, amount: number) {
  return {
    id: scene.newId('card_authorization_expiration'),
    card_authorization_id: authorizationId,
    currency: 'USD',
    expired_amount: amount,
    network: 'visa',
    type: 'card_authorization_expiration',
  } satisfies CardPayment.Element.CardAuthorizationExpiration
}

function posting(scene: Scene, amount: Amount) {
  return {
    amount: amount.amount,
    ...presented(amount),
    card_payment_id: scene.paymentId,
    cashback: null,
    currency: 'USD',
    interchange: null,
    ...acceptor(scene.merchant),
    merchant_name: scene.merchant.name,
    network_identifiers: {
      acquirer_business_id: '69650702',
      acquirer_reference_number: '83163715445437604865089',
      authorization_identification_response: 'A1B2C3',
      transaction_id: NETWORK_IDENTIFIERS.transaction_id,
    },
    purchase_details: null,
    transaction_id: scene.newId('transaction'),
  } as const
}

export function settlement(scene: Scene, authorizationId: string | null, amount: Amount) {
  return {
    id: scene.newId('card_settlement'),
    ...posting(scene, amount),
    card_authorization: authorizationId,
    network: 'visa',
    pending_transaction_id: null,
    scheme_fees: [],
    surcharge: null,
    type: 'card_settlement',
  } satisfies CardPayment.Element.CardSettlement
}

export function refund(scene: Scene, amount: Amount) {
  return {
    id: scene.newId('card_refund'),
    ...posting(scene, amount),
    scheme_fees: [],
    type: 'card_refund',
  } satisfies CardPayment.Element.CardRefund
}
