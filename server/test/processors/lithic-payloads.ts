// Messages of Lithic, as the types of its own library describe them.

import type Lithic from 'lithic'

export type Transaction = Lithic.Transaction
export type TransactionEvent = Lithic.Transactions.Transaction.Event
export type AsaRequest = Lithic.CardAuthorizationApprovalRequestWebhookEvent
export type TransactionUpdated = Lithic.CardTransactionUpdatedWebhookEvent
export type CardUpdated = Lithic.CardUpdatedWebhookEvent
export type DecisionRequest = Lithic.ThreeDSAuthenticationApprovalRequestWebhookEvent
export type ChallengeIssued = Lithic.ThreeDSAuthenticationChallengeWebhookEvent

/** What goes to the callback of events, and what is kept of it. */
export type EventPayload = TransactionUpdated | CardUpdated | ChallengeIssued
export type EventThere = { token: string; created: string; event_type: string; payload: EventPayload }

/** What a merchant asks for: cents of USD, and what it asked for in its own currency. */
export type Asked = { amount: bigint; foreign?: { amount: bigint; currency: Lithic.Currency; rate: string } }
export type MerchantThere = { name: string; mcc: string; country: string }

const terminal = {
  attended: false,
  card_retention_capable: false,
  on_premise: false,
  operator: 'UNKNOWN',
  pin_capability: 'NOT_CAPABLE',
  type: 'UNKNOWN',
} as const

export function merchantPayload(merchant: MerchantThere): Transaction['merchant'] {
  return {
    acceptor_id: '452322000053360',
    acquiring_institution_id: '191231',
    city: 'SAN FRANCISCO',
    country: merchant.country,
    descriptor: merchant.name,
    mcc: merchant.mcc,
    state: 'CA',
    phone_number: null,
    postal_code: null,
    street_address: null,
  }
}

export function authenticationPayload(
  result: 'SUCCESS' | 'DECLINE' | 'ATTEMPTS' | 'NONE',
): NonNullable<Transaction['cardholder_authentication']> {
  return {
    authentication_method: result === 'NONE' ? 'NONE' : 'FRICTIONLESS',
    authentication_result: result,
    decision_made_by: 'UNKNOWN',
    liability_shift: result === 'SUCCESS' ? '3DS_AUTHENTICATED' : 'NONE',
    three_ds_authentication_token: null,
  }
}

export function amountsPayload({ amount, foreign }: Asked) {
  return {
    cardholder: { amount: Number(amount), conversion_rate: foreign?.rate ?? '1.000000', currency: 'USD' as const },
    merchant: { amount: Number(foreign?.amount ?? amount), currency: foreign?.currency ?? ('USD' as const) },
  }
}

export function asaRequest(given: {
  token: string
  status: AsaRequest['status']
  cardToken: string
  memo: string
  created: string
  asked: Asked
  merchant: MerchantThere
  takesLess: boolean
  eventToken?: string
}): AsaRequest {
  const cents = Number(given.asked.amount)
  return {
    event_type: 'card_authorization.approval_request',
    token: given.token,
    status: given.status,
    transaction_initiator: 'CARDHOLDER',
    created: given.created,
    acquirer_fee: 0,
    cash_amount: 0,
    amount: cents,
    authorization_amount: cents,
    merchant_amount: Number(given.asked.foreign?.amount ?? cents),
    merchant_currency: given.asked.foreign?.currency ?? 'USD',
    settled_amount: 0,
    cardholder_currency: 'USD',
    amounts: { ...amountsPayload(given.asked), hold: { amount: cents, currency: 'USD' }, settlement: null },
    avs: { address: '1 Main St', zipcode: '94107', address_on_file_match: 'MATCH' },
    card: {
      token: given.cardToken,
      last_four: '4142',
      memo: given.memo,
      state: 'OPEN',
      type: 'VIRTUAL',
      spend_limit: 0,
      spend_limit_duration: 'TRANSACTION',
    },
    merchant: merchantPayload(given.merchant),
    service_location: null,
    name_validation: null,
    network: 'MASTERCARD',
    network_risk_score: 5,
    cardholder_authentication: authenticationPayload('NONE'),
    pos: {
      entry_mode: { pan: 'ECOMMERCE', card: 'NOT_PRESENT', cardholder: 'ELECTRONIC_ORDER', pin_entered: false },
      terminal: { ...terminal, partial_approval_capable: given.takesLess },
    },
    ...(given.eventToken !== undefined && { event_token: given.eventToken }),
  }
}

export function eventPayload(given: {
  token: string
  type: TransactionEvent['type']
  created: string
  asked: Asked
  polarity: TransactionEvent['effective_polarity']
  result: TransactionEvent['result']
  details?: TransactionEvent['detailed_results']
}): TransactionEvent {
  const isPosted = ['CLEARING', 'RETURN', 'RETURN_REVERSAL'].includes(given.type)
  const amount = Number(given.asked.amount)
  return {
    token: given.token,
    type: given.type,
    created: given.created,
    amount,
    amounts: {
      ...amountsPayload(given.asked),
      settlement: isPosted ? { amount, conversion_rate: '1.000000', currency: 'USD' } : null,
    },
    detailed_results: given.details ?? (given.result === 'APPROVED' ? ['APPROVED'] : ['DECLINED']),
    effective_polarity: given.polarity,
    network_info: {
      acquirer: {
        acquirer_reference_number: isPosted ? '74027255131513000000123' : null,
        retrieval_reference_number: '064386558597',
      },
      amex: null,
      mastercard: {
        banknet_reference_number: 'U1HSCJ',
        switch_serial_number: null,
        original_banknet_reference_number: null,
        original_switch_serial_number: null,
      },
      visa: null,
    },
    result: given.result,
    rule_results: [],
  }
}

/** At this level what is taken is negative. */
export function transactionPayload(given: {
  token: string
  cardToken: string
  created: string
  updated: string
  merchant: MerchantThere
  events: TransactionEvent[]
  hold: bigint
  settled: bigint
}): TransactionUpdated {
  const asked = given.events[0]?.amount ?? 0
  const isApproved = given.events.some(({ result }) => result === 'APPROVED')
  const of = (amount: bigint) => ({ amount: amount === 0n ? 0 : -Number(amount), currency: 'USD' as const })
  return {
    event_type: 'card_transaction.updated',
    token: given.token,
    account_token: 'db3942f0-0627-4887-a190-1ea83b46d091',
    acquirer_fee: 0,
    acquirer_reference_number: null,
    amount: asked,
    amounts: {
      cardholder: { ...of(given.settled), conversion_rate: '1.000000' },
      hold: of(given.hold),
      merchant: of(given.settled),
      settlement: of(given.settled),
    },
    authorization_amount: asked,
    authorization_code: '071471',
    avs: null,
    card_token: given.cardToken,
    cardholder_authentication: authenticationPayload('NONE'),
    created: given.created,
    events: given.events,
    financial_account_token: null,
    merchant: merchantPayload(given.merchant),
    merchant_amount: asked,
    merchant_authorization_amount: asked,
    merchant_currency: 'USD',
    network: 'MASTERCARD',
    network_risk_score: 5,
    pos: {
      entry_mode: { card: 'NOT_PRESENT', cardholder: 'NOT_PRESENT', pan: 'ECOMMERCE', pin_entered: false },
      terminal: { ...terminal, partial_approval_capable: false },
    },
    result: isApproved ? 'APPROVED' : 'DECLINED',
    service_location: null,
    settled_amount: Number(given.settled),
    // It says so even where a hold is open: nothing may be built on it.
    status: given.settled !== 0n ? 'SETTLED' : isApproved ? 'PENDING' : 'DECLINED',
    tags: {},
    token_info: null,
    updated: given.updated,
  }
}

export function decisionRequest(given: {
  token: string
  cardToken: string
  created: string
  amount: bigint
  merchant: MerchantThere
  isChallengeWished: boolean
}): DecisionRequest {
  return {
    event_type: 'three_ds_authentication.approval_request',
    token: given.token,
    account_type: 'CREDIT',
    authentication_result: 'PENDING_DECISION',
    card_expiry_check: 'MATCH',
    card_token: given.cardToken,
    cardholder: {},
    channel: 'BROWSER',
    created: given.created,
    merchant: {
      risk_indicator: {},
      name: given.merchant.name,
      mcc: given.merchant.mcc,
      country: given.merchant.country,
    },
    message_category: 'PAYMENT_AUTHENTICATION',
    three_ds_requestor_challenge_indicator: given.isChallengeWished ? 'CHALLENGE_PREFERENCE' : 'NO_PREFERENCE',
    transaction: {
      amount: Number(given.amount),
      cardholder_amount: Number(given.amount),
      currency: 'USD',
      currency_exponent: 2,
      date_time: given.created,
      type: 'GOODS_SERVICE_PURCHASE',
    },
  }
}

export function challengeIssued(request: DecisionRequest, start: string, expiry: string): ChallengeIssued {
  const { event_type: _, ...authentication } = request
  return {
    event_type: 'three_ds_authentication.challenge',
    authentication_object: { ...authentication, authentication_result: 'PENDING_CHALLENGE' },
    challenge: { challenge_method_type: 'OUT_OF_BAND', start_time: start, expiry_time: expiry },
  }
}
