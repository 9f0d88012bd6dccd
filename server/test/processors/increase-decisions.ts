// Complete real-time decisions of Increase, with the types of its own library.

import type { CardPayment } from 'increase/resources/card-payments.js'
import type { RealTimeDecision } from 'increase/resources/real-time-decisions.js'
import { authorization, type Scene } from './increase-objects.ts'

export type Asked = { accountId: string; cardId: string; at: string; patienceMs: number }
export type Purchase = { amount: number; currency: string; estimated: number | null }
export type ChallengeWish = RealTimeDecision.CardAuthentication['requestor_challenge_indicator']

function decision(id: string, category: RealTimeDecision['category'], { at, patienceMs }: Asked): RealTimeDecision {
  return {
    id,
    card_authentication: null,
    card_authentication_challenge: null,
    card_authorization: null,
    card_balance_inquiry: null,
    category,
    created_at: at,
    digital_wallet_authentication: null,
    digital_wallet_token: null,
    status: 'pending',
    timeout_at: new Date(Date.parse(at) + patienceMs).toISOString(),
    type: 'real_time_decision',
  }
}

export type AuthorizationAsked = {
  amount: number
  presentment?: { amount: number; currency: string }
  /** The authorization that an increment belongs to. */
  incremented?: string
  isPartialPossible: boolean
  direction?: 'settlement' | 'refund'
}

export function authorizationDecision(scene: Scene, asked: Asked, what: AuthorizationAsked): RealTimeDecision {
  const like = authorization(scene, what, 'user', null)
  const card_authorization: RealTimeDecision.CardAuthorization = {
    account_id: asked.accountId,
    additional_amounts: like.additional_amounts,
    approval: null,
    card_id: asked.cardId,
    decision: null,
    decline: null,
    digital_wallet_token_id: null,
    direction: what.direction ?? 'settlement',
    healthcare: null,
    merchant_acceptor_id: like.merchant_acceptor_id,
    merchant_category_code: like.merchant_category_code,
    merchant_city: like.merchant_city,
    merchant_country: like.merchant_country,
    merchant_descriptor: like.merchant_descriptor,
    merchant_postal_code: like.merchant_postal_code,
    merchant_state: like.merchant_state,
    network_details: like.network_details,
    network_identifiers: like.network_identifiers,
    network_risk_score: 10,
    partial_approval_capability: what.isPartialPossible ? 'supported' : 'not_supported',
    physical_card_id: null,
    presentment_amount: like.presentment_amount,
    presentment_currency: like.presentment_currency,
    processing_category: 'purchase',
    request_details:
      what.incremented === undefined
        ? { category: 'initial_authorization', incremental_authorization: null, initial_authorization: {} }
        : {
            category: 'incremental_authorization',
            incremental_authorization: {
              card_payment_id: scene.paymentId,
              original_card_authorization_id: what.incremented,
            },
            initial_authorization: null,
          },
    settlement_amount: what.amount,
    settlement_currency: 'USD',
    terminal_id: null,
    upcoming_card_payment_id: scene.paymentId,
    verification: like.verification,
  }
  const id = scene.newId('real_time_decision')
  return { ...decision(id, 'card_authorization_requested', asked), card_authorization }
}

export function balanceDecision(scene: Scene, asked: Asked): RealTimeDecision {
  const like = authorization(scene, { amount: 0 }, 'user', null)
  const card_balance_inquiry: RealTimeDecision.CardBalanceInquiry = {
    account_id: asked.accountId,
    additional_amounts: like.additional_amounts,
    approval: null,
    card_id: asked.cardId,
    decision: null,
    digital_wallet_token_id: null,
    merchant_acceptor_id: like.merchant_acceptor_id,
    merchant_category_code: like.merchant_category_code,
    merchant_city: like.merchant_city,
    merchant_country: like.merchant_country,
    merchant_descriptor: like.merchant_descriptor,
    merchant_postal_code: like.merchant_postal_code,
    merchant_state: like.merchant_state,
    network_details: like.network_details,
    network_identifiers: like.network_identifiers,
    network_risk_score: 10,
    physical_card_id: null,
    terminal_id: null,
    upcoming_card_payment_id: scene.paymentId,
    verification: like.verification,
  }
  const id = scene.newId('real_time_decision')
  return { ...decision(id, 'card_balance_inquiry_requested', asked), card_balance_inquiry }
}

/** The fields that the request and the element of the payment have in common. */
export function authenticationFields(scene: Scene, cardId: string, purchase: Purchase, wish: ChallengeWish) {
  const { name, mcc, country } = scene.merchant
  return {
    access_control_server_transaction_identifier: 'c8c9bbb6-0000-4000-8000-000000000001',
    billing_address_city: null,
    billing_address_country: null,
    billing_address_line1: null,
    billing_address_line2: null,
    billing_address_line3: null,
    billing_address_postal_code: null,
    billing_address_state: null,
    card_id: cardId,
    cardholder_email: null,
    cardholder_name: null,
    device_channel: { browser: null, category: 'app', merchant_initiated: null },
    directory_server_transaction_identifier: 'c8c9bbb6-0000-4000-8000-000000000002',
    merchant_acceptor_id: '5665270011000168',
    merchant_category_code: mcc,
    merchant_country: country,
    merchant_name: name,
    message_category: {
      category: 'payment_authentication',
      non_payment: null,
      payment: {
        purchase_amount: purchase.amount,
        purchase_amount_cardholder_estimated: purchase.estimated,
        purchase_currency: purchase.currency,
        transaction_type: 'goods_service_purchase',
      },
    },
    prior_authenticated_card_payment_id: null,
    requestor_authentication_indicator: 'payment_transaction',
    requestor_challenge_indicator: wish,
    requestor_name: name,
    requestor_url: 'https://shop.example',
    shipping_address_city: null,
    shipping_address_country: null,
    shipping_address_line1: null,
    shipping_address_line2: null,
    shipping_address_line3: null,
    shipping_address_postal_code: null,
    shipping_address_state: null,
    three_d_secure_server_transaction_identifier: 'c8c9bbb6-0000-4000-8000-000000000003',
  } as const
}

export function authenticationDecision(
  scene: Scene,
  asked: Asked,
  purchase: Purchase,
  wish: ChallengeWish,
): RealTimeDecision {
  const card_authentication: RealTimeDecision.CardAuthentication = {
    ...authenticationFields(scene, asked.cardId, purchase, wish),
    account_id: asked.accountId,
    decision: null,
    upcoming_card_payment_id: scene.paymentId,
  }
  const id = scene.newId('real_time_decision')
  return { ...decision(id, 'card_authentication_requested', asked), card_authentication }
}

/** The element of a payment whose cardholder was asked and that waits for the passcode. */
export function authenticationElement(
  scene: Scene,
  cardId: string,
  purchase: Purchase,
): CardPayment.Element.CardAuthentication {
  return {
    ...authenticationFields(scene, cardId, purchase, 'no_preference'),
    id: scene.newId('card_authentication'),
    card_payment_id: scene.paymentId,
    challenge: {
      attempts: [],
      created_at: scene.at,
      one_time_code: '123456',
      real_time_decision_id: null,
      verification_method: 'none_available',
      verification_value: null,
    },
    created_at: scene.at,
    deny_reason: null,
    real_time_decision_id: null,
    status: 'awaiting_challenge',
    type: 'card_authentication',
  }
}

export function challengeDecision(scene: Scene, asked: Asked, passcode: string): RealTimeDecision {
  const card_authentication_challenge: RealTimeDecision.CardAuthenticationChallenge = {
    account_id: asked.accountId,
    card_id: asked.cardId,
    card_payment_id: scene.paymentId,
    one_time_code: passcode,
    result: null,
  }
  const id = scene.newId('real_time_decision')
  return { ...decision(id, 'card_authentication_challenge_requested', asked), card_authentication_challenge }
}
