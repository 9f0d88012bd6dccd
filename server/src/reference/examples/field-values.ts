// Values of fields whose schemas give no example. All tell the story of one card, so that the numbers of different answers agree:
// it was created on a Sunday morning with 100.00, bought advertisements for 25.00, and has 75.00 left.

const ID = '3p01m7fvfr85e5mtekznx29q5n67'
const KEY_ID = 'key_0001m7fvfr85e5mtekznx29q5n67'

export const CARD_ID = `card_${ID}`
export const PERSON_ID = 'usr_0001m7fvfr85e5mtekznx29q5n67'
export const TRANSACTION_ID = `txn_${ID}`

const notEnough = {
  title: 'Not enough on the card',
  because: 'The balance of the card was below the amount. Money in the wallet does not count.',
  remedy: 'Fund the card from the wallet, then let the merchant try again.',
}

/** Values for every schema with a field of this name. */
const values: Record<string, unknown> = {
  card_id: CARD_ID,
  transaction_id: TRANSACTION_ID,
  event_id: `evt_${ID}`,
  webhook_id: `wh_${ID}`,
  rule_id: `rule_${ID}`,
  label: 'Ads, November',
  balance: 75,
  held: 25,
  balance_after: 75,
  previous_balance: 75,
  new_balance: 125,
  wallet_balance: 24_600,
  funded_amount: 50,
  withdrawn_amount: 20,
  refunded_amount: 75,
  spending_limit: 2000,
  total_spent: 25,
  transaction_count: 1,
  allowed_categories: ['advertising', 'software'],
  metadata: { team: 'growth' },
  page: 1,
  per_page: 25,
  total: 1,
  total_pages: 1,
  next_cursor: null,
  version: 1,
  sequence: 42,
  attempt: 1,
  active: true,
  duration_ms: 87,
  matched: 3,
  acted: 0,
  mcc: '7311',
  country: 'US',
  category: 'advertising',
  name: 'Acme Ads',
  held_amount: 25,
  amount: 25,
  rule_results: [],
}

/**
 * Values for one schema, or for the unnamed body of one operation or event. They also override an example that the schema shares
 * with others.
 */
const valuesOf: Record<string, Record<string, unknown>> = {
  freezeCard: { id: CARD_ID },
  terminateCard: { id: CARD_ID },
  fundCard: { id: CARD_ID },
  withdrawFromCard: { id: CARD_ID, new_balance: 55, wallet_balance: 24_670 },
  deleteCardTemplate: { id: `tpl_${ID}` },
  deleteRule: { id: `rule_${ID}` },
  deleteWebhook: { id: `wh_${ID}` },
  deleteDecisionHook: { id: `hook_${ID}` },
  'webhook.test': { message: 'This is a test.' },
  Card: { expires_at: '2029-11-30T23:59:59.999Z', balance: 100, held: 0 },
  CardSummary: { expires_at: '2029-11-30T23:59:59.999Z', last_used_at: '2026-11-15T10:05:12.480Z' },
  Controls: {
    limits: [{ window: 'day', amount: 250, count: 10, categories: [] }],
    merchants: { allowed: [], blocked: [] },
    categories: { blocked: ['gambling'] },
    countries: { allowed: ['US'], blocked: [] },
  },
  CardDetails: {
    id: CARD_ID,
    pan: '4242424200000042',
    cvv: '381',
    exp_month: 11,
    exp_year: 2029,
    holder_name: 'Ada Demo',
    billing_address: { line1: '1 Example Street', city: 'Wilmington', state: 'DE', zip: '19801', country: 'US' },
  },
  RevealSession: { expires_at: '2026-11-15T09:35:00.000Z' },
  LimitUse: {
    window: 'day',
    categories: [],
    amount: 250,
    count: 10,
    used_amount: 25,
    used_count: 1,
    remaining_amount: 225,
    remaining_count: 9,
    resets_at: '2026-11-16T00:00:00.000Z',
  },
  CardTemplate: { bin_id: 'bin_visa_us_prepaid_1', spending_limit: 500, auto_freeze_at: 20 },
  SpendRequest: {
    merchant: { name: 'Acme Books', url: 'https://books.example', id: null },
    valid_for: 900,
    metadata: { room: '4' },
    requested_by: KEY_ID,
    approval_url: `https://cards.example.com/spend-requests/spr_${ID}`,
    expires_at: '2026-11-15T09:40:00.000Z',
  },
  Transaction: { amount: -25, merchant_id: '445566778899001', merchant_city: 'Austin' },
  FullTransaction: {
    amount: -25,
    merchant_id: '445566778899001',
    merchant_city: 'Austin',
    authorization_id: TRANSACTION_ID,
    authorization_status: 'pending',
    authorization_timeline: [
      { event: 'authorized', amount: 25, reason: null, processor_word: null, created_at: '2026-11-15T09:30:00.000Z' },
    ],
  },
  WalletBalance: {
    balance: 24_650,
    pending_deposits: 0,
    total_deposited: 24_750,
    cards_active: 1,
    cards_total_balance: 75,
  },
  DepositAddresses: {
    addresses: { btc: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
    networks: { btc: 'bitcoin' },
    min_deposit: { btc: '0.0001' },
  },
  Deposit: {
    currency: 'usdt',
    amount_crypto: '250.5',
    amount_usd: 250.5,
    fee_usd: 2.51,
    credited_usd: 247.99,
    status: 'confirmed',
    tx_hash: '0x8f3c1d5e7a9b2c4d6e8f0a1b3c5d7e9f1a3b5c7d9e1f3a5b7c9d1e3f5a7b9c1d',
    confirmations: 12,
    confirmed_at: '2026-11-15T09:33:00.000Z',
  },
  WalletTransaction: { sequence: 2, type: 'fund', amount: -100, balance_after: 24_650, card_id: CARD_ID },
  Bin: {
    '3ds': true,
    apple_pay: true,
    google_pay: true,
    max_transaction: 5000,
    max_monthly: 20_000,
    acceptance_rate: 0.97,
    best_for: ['advertising', 'software', 'subscriptions'],
  },
  Category: {
    description: 'Advertising on websites, in search results, in print, on air and outdoors.',
    mccs: ['7311'],
  },
  ThreeDsChallenge: { merchant: 'Acme Ads', amount: 25, expires_at: '2026-11-15T09:35:00.000Z' },
  Explanation: {
    outcome: 'declined',
    decline_reason: 'insufficient_funds',
    ...notEnough,
  },
  ExplainedNow: { would_pass: false, decline_reason: 'insufficient_funds', ...notEnough },
  ExplainedTest: {
    test: 'insufficient_funds',
    outcome: 'failed',
    numbers: '12.00 USD on the card, 20.00 USD asked for',
  },
  RuleBacktest: {
    from: '2026-10-15T00:00:00.000Z',
    to: '2026-11-14T23:59:59.999Z',
    status: 'completed',
    progress: 100,
    judged: 1840,
    would_decline: 12,
    would_challenge: 0,
    false: 2,
    days: [{ date: '2026-10-15', would_stop: 12, false: 2, amount: 2960 }],
    examples: [
      {
        transaction_id: TRANSACTION_ID,
        amount: 250,
        approved: true,
        explanation: 'amount 250.00 is above 200.00',
        created_at: '2026-10-15T22:14:09.201Z',
      },
    ],
    completed_at: '2026-11-15T09:30:04.000Z',
  },
  Delivery: { status: 'succeeded', response_status: 200, response_body: 'ok' },
  DecisionAttempt: {
    card_id: CARD_ID,
    merchant: 'Acme Ads',
    response_status: 200,
    response_body: '{"decision":"approve"}',
    test: false,
  },
  DecisionHookWithSecret: { secret: 'whsec_…' },
  LoggedRequest: { actor: KEY_ID, ip: '192.0.2.10' },
  Key: {
    kind: 'agent',
    scopes: ['cards:read', 'transactions:read', 'spend_requests:read', 'spend_requests:write'],
    read_only: false,
    own_cards: true,
    budget: { amount: 200, window: 'week', used: 24.99, remaining: 175.01, resets_at: '2026-11-16T00:00:00.000Z' },
    spend_policy: { auto_approve: { per_request: 20, per_day: 100 }, merchants: [], confirm_above: null },
    expires_at: '2027-01-01T00:00:00.000Z',
  },
  AuthorizationOutcome: { approved: true },
  SandboxRates: { rates: { EUR: '1.0834', JPY: '0.0067' }, overridden: ['EUR'] },
}

/** Nullable fields that are worth showing. */
const shown = new Set(['AuthorizationOutcome.transaction', 'Explanation.now'])

export function isShown(owner: string, name: string): boolean {
  return shown.has(`${owner}.${name}`)
}

/** The value for this schema's field, which comes before its own examples. */
export function ownValueOf(owner: string, name: string): unknown {
  return valuesOf[owner]?.[name]
}

export function sharedValueOf(name: string): unknown {
  return values[name]
}
