// Made from openapi.json by sdks/node/generate; `npm run generate -w sdks/node` writes it anew.

export type CardStatus = 'active' | 'frozen' | 'terminated'

export type CardSort = 'created_at' | 'balance' | 'last_used'

export type Order = 'asc' | 'desc'

export type RevealColorScheme = 'auto' | 'light' | 'dark'

export type RevealFontFamily = 'system' | 'sans' | 'serif' | 'mono' | 'rounded'

export type ReplacementReason = 'lost' | 'stolen' | 'compromised' | 'other'

export type TransactionType = 'authorization' | 'settlement' | 'refund' | 'decline'

export type ThreeDsStatus = 'not_required' | 'pending' | 'authenticated' | 'failed'

export type AuthorizationStatus = 'pending' | 'settled' | 'reversed' | 'expired' | 'declined'

export type AuthorizationStepEvent =
  | 'authorized'
  | 'incremented'
  | 'reversed'
  | 'expired'
  | 'settled'
  | 'refunded'
  | 'declined'

export type DeclineReason =
  | 'invalid_card'
  | 'card_terminated'
  | 'card_frozen'
  | 'card_expired'
  | 'expiry_mismatch'
  | 'cvv_mismatch'
  | 'authentication_required'
  | 'authentication_failed'
  | 'transaction_limit_exceeded'
  | 'category_not_allowed'
  | 'merchant_not_allowed'
  | 'country_not_allowed'
  | 'outside_active_period'
  | 'use_limit_reached'
  | 'spending_limit_exceeded'
  | 'limit_exceeded'
  | 'insufficient_funds'
  | 'rule_declined'
  | 'hook_declined'
  | 'hook_unavailable'
  | 'declined_by_processor'

export type TransactionSource = 'stand_in'

export type Currency = 'btc' | 'eth' | 'sol' | 'usdt'

export type DepositStatus = 'pending' | 'confirmed' | 'expired'

export type WalletTransactionType =
  | 'deposit'
  | 'deposit_reversal'
  | 'fund'
  | 'withdraw'
  | 'terminate'
  | 'hold'
  | 'settle'
  | 'reverse'
  | 'expire'
  | 'refund'

export type Network = 'visa' | 'mastercard'

export type BinType = 'prepaid' | 'debit' | 'credit'

export type ChallengeStatus = 'pending' | 'completed' | 'expired'

export type ChallengeMethod = 'passcode' | 'out_of_band'

export type ChallengeOutcome = 'approved' | 'declined'

export type EventType =
  | 'card.created'
  | 'card.frozen'
  | 'card.unfrozen'
  | 'card.terminated'
  | 'card.funded'
  | 'transaction.authorized'
  | 'transaction.settled'
  | 'transaction.declined'
  | 'transaction.refunded'
  | 'transaction.reversed'
  | 'transaction.expired'
  | '3ds.challenge'
  | 'deposit.pending'
  | 'deposit.confirmed'
  | 'deposit.expired'
  | 'webhook.test'
  | 'spend_request.created'
  | 'spend_request.approved'
  | 'spend_request.denied'
  | 'spend_request.expired'
  | 'spend_request.used'

export type WebhookEventType =
  | '*'
  | 'card.created'
  | 'card.frozen'
  | 'card.unfrozen'
  | 'card.terminated'
  | 'card.funded'
  | 'transaction.authorized'
  | 'transaction.settled'
  | 'transaction.declined'
  | 'transaction.refunded'
  | 'transaction.reversed'
  | 'transaction.expired'
  | '3ds.challenge'
  | 'deposit.pending'
  | 'deposit.confirmed'
  | 'deposit.expired'
  | 'spend_request.created'
  | 'spend_request.approved'
  | 'spend_request.denied'
  | 'spend_request.expired'
  | 'spend_request.used'

export type DeliveryStatus = 'pending' | 'succeeded' | 'failed'

export type DecisionOutcome = 'approved' | 'declined' | 'timeout' | 'error' | 'fallback'

export type DecisionFallback = 'decline' | 'approve'

export type Environment = 'sandbox' | 'production'

export type RequestMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type KeyKind = 'standard' | 'agent'

export type Scope =
  | 'cards:read'
  | 'cards:write'
  | 'details:read'
  | 'funding:write'
  | 'transactions:read'
  | 'wallet:read'
  | 'deposits:read'
  | '3ds:read'
  | 'webhooks:read'
  | 'webhooks:write'
  | 'events:read'
  | 'controls:write'
  | 'rules:read'
  | 'rules:write'
  | 'spend_requests:read'
  | 'spend_requests:write'
  | 'spend_requests:approve'
  | 'sandbox:write'

export type BudgetWindow = 'day' | 'week' | 'month' | 'year' | 'all_time'

export type LimitWindow = 'per_transaction' | 'day' | 'week' | 'month' | 'year' | 'all_time'

export type LimitUnit = 'amount' | 'count'

export type MerchantLock = 'first'

export type RuleAction = 'decline' | 'challenge'

export type RuleState = 'shadow' | 'active' | 'off'

export type RuleMode = 'shadow' | 'active'

export type RuleOp =
  | 'is'
  | 'is_not'
  | 'in'
  | 'not_in'
  | 'above'
  | 'at_least'
  | 'below'
  | 'at_most'
  | 'contains'
  | 'starts_with'

export type BacktestStatus = 'pending' | 'running' | 'completed' | 'failed'

export type ExplainedOutcome = 'approved' | 'declined' | 'not_judged'

export type TestOutcome = 'passed' | 'failed' | 'not_reached' | 'assumed'

export type SpendRequestStatus = 'pending' | 'approved' | 'used' | 'denied' | 'expired' | 'canceled'

export type SpendOutcome = 'success' | 'blocked' | 'abandoned'

export type CardBinding = 'name' | 'first_merchant'

export type ErrorId =
  | 'invalid_request'
  | 'invalid_json'
  | 'invalid_amount'
  | 'invalid_bin'
  | 'invalid_category'
  | 'invalid_event_type'
  | 'invalid_url'
  | 'invalid_currency'
  | 'invalid_spending_limit'
  | 'invalid_metadata'
  | 'invalid_rule'
  | 'invalid_controls'
  | 'invalid_template'
  | 'insufficient_funds'
  | 'budget_exceeded'
  | 'card_terminated'
  | 'invalid_state'
  | 'invalid_otp'
  | 'processor_refused'
  | 'reveal_session_required'
  | 'idempotency_key_reused'
  | 'sandbox_only'
  | 'unauthorized'
  | 'forbidden'
  | 'reauthentication_required'
  | 'card_not_found'
  | 'transaction_not_found'
  | 'deposit_not_found'
  | 'challenge_not_found'
  | 'template_not_found'
  | 'spend_request_not_found'
  | 'webhook_not_found'
  | 'decision_hook_not_found'
  | 'event_not_found'
  | 'rule_not_found'
  | 'backtest_not_found'
  | 'not_found'
  | 'rate_limit_exceeded'
  | 'internal_error'
  | 'service_unavailable'

export interface Controls {
  limits: Array<ControlLimit>
  merchants: ControlMerchants
  categories: ControlCategories
  countries: ControlCountries
  /** Purchases, then the card is terminated. */
  uses: number | null
  /** Bound to the first merchant that is approved. */
  merchant_lock: MerchantLock | null
  /** The merchant that the lock has bound the card to; null before its first purchase. */
  locked_to: LockedMerchant | null
  /** Declined before this moment. */
  active_from: string | null
  /** Declined from this moment on. */
  active_until: string | null
}

export interface Card {
  id: string
  bin_id: string
  network: string
  last4: string
  status: CardStatus
  /** What can be spent, USD: holds are already out of it. Below zero only after a forced or larger settlement. */
  balance: number
  /** Reserved by authorizations that have not settled, USD. */
  held: number
  label: string
  /** When the card was created. */
  created_at: string
  /** Most that may be spent in a calendar month (UTC), USD. */
  spending_limit: number
  /** Empty: all categories. */
  allowed_categories: Array<string>
  /** The card freezes when a debit leaves its balance below this. */
  auto_freeze_at: number | null
  metadata: Record<string, string | number | boolean>
  controls: Controls
  /** Last moment of the month in which the card expires. */
  expires_at: string
  /** The card whose place this one took; null where there is none. */
  replaces: string | null
  /** The card that took the place of this one; null where there is none. */
  replaced_by: string | null
}

export interface CardListItem {
  id: string
  bin_id: string
  network: string
  last4: string
  status: CardStatus
  /** What can be spent, USD: holds are already out of it. Below zero only after a forced or larger settlement. */
  balance: number
  /** Reserved by authorizations that have not settled, USD. */
  held: number
  label: string
  /** When the card was created. */
  created_at: string
}

export interface CardSummary {
  id: string
  bin_id: string
  network: string
  last4: string
  status: CardStatus
  /** What can be spent, USD: holds are already out of it. Below zero only after a forced or larger settlement. */
  balance: number
  /** Reserved by authorizations that have not settled, USD. */
  held: number
  label: string
  /** When the card was created. */
  created_at: string
  spending_limit: number
  /** Settlements less refunds, USD. */
  total_spent: number
  /** Authorizations, settlements, refunds and declines. */
  transaction_count: number
  metadata: Record<string, string | number | boolean>
  controls: Controls
  /** Last moment of the month in which the card expires. */
  expires_at: string
  /** Last approved authorization or settlement; null before the first. */
  last_used_at: string | null
  /** The card whose place this one took; null where there is none. */
  replaces: string | null
  /** The card that took the place of this one; null where there is none. */
  replaced_by: string | null
}

export interface CardDetails {
  id: string
  /** Full card number. */
  pan: string
  cvv: string
  exp_month: number
  exp_year: number
  holder_name: string
  billing_address: BillingAddress
}

export interface RevealSession {
  id: string
  /** For the `src` of an iframe. Whoever has it can open it: send it to one browser and store it nowhere. For an agent key it is a page of the dashboard, which a signed-in person with the right `reveal` opens. */
  url: string
  /** Until then it can be opened, and shows the number. */
  expires_at: string
}

export interface LimitUse {
  window: LimitWindow
  /** Empty: everything counts. */
  categories: Array<string>
  /** USD; null where only purchases are counted. */
  amount: number | null
  /** Purchases; null where only the amount counts. */
  count: number | null
  /** USD; 0 for `per_transaction`, which resets with each purchase. */
  used_amount: number
  /** Purchases; null for the monthly spending limit, which counts none. */
  used_count: number | null
  /** USD, not below zero. */
  remaining_amount: number | null
  /** Purchases, not below zero. */
  remaining_count: number | null
  /** When the window resets; null if it never does. */
  resets_at: string | null
}

export interface CardLimits {
  data: Array<LimitUse>
  /** Purchases until the card is terminated; null where they are not limited. */
  uses: CardUses | null
}

export interface CardTemplate {
  id: string
  name: string
  /** Null: whoever creates a card names the BIN. */
  bin_id: string | null
  /** Monthly, USD. Null: the maximum of the BIN. */
  spending_limit: number | null
  /** Empty: all categories. */
  allowed_categories: Array<string>
  /** A card freezes when a debit leaves its balance below this. */
  auto_freeze_at: number | null
  controls: Controls
  metadata: Record<string, string | number | boolean>
  /** When the template was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
}

export interface SpendRequest {
  id: string
  /** `pending` until it is decided or ten minutes have passed; `approved` while its card can be used; `used` once it was. */
  status: SpendRequestStatus
  /** USD. */
  amount: number
  merchant: RequestedMerchant
  reason: string
  /** How long the card can be used once it is approved, in seconds. */
  valid_for: number
  metadata: Record<string, string | number | boolean>
  /** The key or the person that asked. */
  requested_by: string
  /** Where a person decides, in the dashboard. */
  approval_url: string
  /** The card that was made for it; null until it is approved. */
  card_id: string | null
  /** Null while nobody has decided, and where the policy of the key did. */
  decided_by: string | null
  /** When it was approved or denied. */
  decided_at: string | null
  /** What whoever decided had to say. */
  note: string | null
  /** When it was made. */
  created_at: string
  /** When it ends by itself; null once it has ended. */
  expires_at: string | null
  /** When it was used, denied or canceled, or expired. */
  ended_at: string | null
  /** What became of the purchase, as whoever asked has reported; null until then. */
  outcome: SpendOutcome | null
  /** What was said about the outcome. */
  outcome_note: string | null
}

export interface Transaction {
  id: string
  card_id: string
  type: TransactionType
  /** USD, signed: authorizations, settlements and declines are negative, refunds positive. */
  amount: number
  currency: 'USD'
  merchant: Merchant
  /** Balance of the card after the transaction. */
  balance_after: number
  /** When it happened. */
  created_at: string
  /** The network's id of the merchant, where known. */
  merchant_id: string | null
  /** Where the merchant says it is, where known. */
  merchant_city: string | null
  /** Of a decline by a limit: which one, and how much of it was used at that moment. Of a decline by a rule: which one, and why. */
  decline_detail: DeclineDetail | null
  /** The question to the decision hook; null where none was asked. */
  decision: Decision | null
  /** What the merchant asked for, in its own currency and with the sign of `amount`. Null where that was USD. */
  merchant_amount: number | null
  /** Of `merchant_amount`, ISO 4217. Null where the merchant asked in USD. */
  merchant_currency: string | null
  /** Decimal text: USD for one unit of `merchant_currency`. */
  conversion_rate: string | null
  /** The processor that asked for it or reported it, where there is one. */
  processor: string | null
  /** As the card network calls it, where known. */
  network_transaction_id: string | null
  /** The approval code that the merchant was given, where known. */
  auth_code: string | null
  /** The acquirer reference number of a settlement or refund, where known. */
  arn: string | null
  /** `stand_in`: the processor or the network approved it in our place. Null where we decided. */
  source: TransactionSource | null
}

export interface FullTransaction {
  id: string
  card_id: string
  type: TransactionType
  /** USD, signed: authorizations, settlements and declines are negative, refunds positive. */
  amount: number
  currency: 'USD'
  merchant: Merchant
  /** Balance of the card after the transaction. */
  balance_after: number
  /** When it happened. */
  created_at: string
  /** The network's id of the merchant, where known. */
  merchant_id: string | null
  /** Where the merchant says it is, where known. */
  merchant_city: string | null
  /** Of a decline by a limit: which one, and how much of it was used at that moment. Of a decline by a rule: which one, and why. */
  decline_detail: DeclineDetail | null
  /** The question to the decision hook; null where none was asked. */
  decision: Decision | null
  /** What the merchant asked for, in its own currency and with the sign of `amount`. Null where that was USD. */
  merchant_amount: number | null
  /** Of `merchant_amount`, ISO 4217. Null where the merchant asked in USD. */
  merchant_currency: string | null
  /** Decimal text: USD for one unit of `merchant_currency`. */
  conversion_rate: string | null
  /** The processor that asked for it or reported it, where there is one. */
  processor: string | null
  /** As the card network calls it, where known. */
  network_transaction_id: string | null
  /** The approval code that the merchant was given, where known. */
  auth_code: string | null
  /** The acquirer reference number of a settlement or refund, where known. */
  arn: string | null
  /** `stand_in`: the processor or the network approved it in our place. Null where we decided. */
  source: TransactionSource | null
  '3ds_status': ThreeDsStatus
  authorization_id: string | null
  authorization_status: AuthorizationStatus | null
  /** Still reserved by the authorization, USD. */
  held_amount: number
  decline_reason: DeclineReason | null
  /** Of an authorization or increment that passed all controls: every rule that judged it, and why it matched or not, with the values of that moment. */
  rule_results: Array<RuleResult>
  /** Oldest first; amounts are positive. */
  authorization_timeline: Array<AuthorizationStep>
}

export interface ExplainedTest {
  /** The reason that a failure has. */
  test: DeclineReason
  /** `not_reached`: an earlier test failed. `assumed`: what the merchant will send is not known. */
  outcome: TestOutcome
  /** What the test asks. */
  words: string
  /** What it was judged by, where that is known. */
  numbers: string | null
}

export interface ExplainedNow {
  would_pass: boolean
  /** Null where it was, or would be, approved. */
  decline_reason: DeclineReason | null
  /** The shortest way to say it. */
  title: string
  /** Why, in a sentence. */
  because: string
  /** What can be done about it; null where nothing need be. */
  remedy: string | null
  /** In the order in which they are made; the first that fails decides. */
  tests: Array<ExplainedTest>
  /** This moment, in workspace time. */
  judged_at: string
}

export interface Explanation {
  transaction_id: string
  card_id: string
  /** `not_judged`: settlements and refunds are posted as they come, and others may approve in our place. */
  outcome: ExplainedOutcome
  /** Null where it was, or would be, approved. */
  decline_reason: DeclineReason | null
  /** The shortest way to say it. */
  title: string
  /** Why, in a sentence. */
  because: string
  /** What can be done about it; null where nothing need be. */
  remedy: string | null
  /** In the order in which they are made; the first that fails decides. */
  tests: Array<ExplainedTest>
  /** The same purchase at this moment. Null where there is nothing to judge. */
  now: ExplainedNow | null
}

export interface ProcessorBalance {
  /** As the operator calls it. */
  processor: string
  available: number
  currency: 'USD'
  /** When the processor was asked. */
  as_of: string
}

export interface WalletBalance {
  balance: number
  currency: 'USD'
  /** What the pending deposits would credit at the rates of now. */
  pending_deposits: number
  /** Credited by confirmed deposits, after fees. */
  total_deposited: number
  /** Settlements less refunds, over all cards. For a key that is bound to cards, over those. */
  total_spent: number
  /** For a key that is bound to cards, how many of those are active. */
  cards_active: number
  /** Sum of the balances of the cards that are not terminated. For a key that is bound to cards, of those. */
  cards_total_balance: number
  /** Money at the processors whose BINs this workspace can use, where they say. It belongs to the whole service and is apart from the wallet: a processor declines what it does not cover. In production, and in a sandbox that has such BINs; not for a key that is bound to cards. */
  processor_balances?: Array<ProcessorBalance>
}

export interface DepositAddresses {
  /** Where to send each currency; `usdt` shares the address of `eth`. */
  addresses: Addresses
  /** The chain to send it on. */
  networks: Networks
  /** Decimal text; less is shown as expired and never credited. */
  min_deposit: MinDeposit
  /** Present in the sandbox: nobody holds a key to these addresses. */
  environment?: 'sandbox'
}

export interface Deposit {
  id: string
  currency: Currency
  amount_crypto: string
  amount_usd: number
  fee_usd: number
  /** An estimate while pending, 0 when expired. */
  credited_usd: number
  status: DepositStatus
  tx_hash: string
  confirmations: number
  /** When the deposit was detected. */
  created_at: string
  /** Present once it is confirmed. */
  confirmed_at?: string
}

export interface WalletTransaction {
  /** Counts the movements of the wallet, from 1. */
  sequence: number
  /** `deposit`: a deposit was credited; `deposit_reversal`: a credited deposit had left its chain, and was taken back; `fund`: money went to a card, at its creation too; first to its overdraft, which is a movement of its own; `withdraw`: money came back from a card; `terminate`: a terminated card gave back what it held, or its overdraft was paid; `hold`: more was held for a purchase after its card was terminated; `settle`: a settlement came after its card was terminated; `reverse`: a hold on a terminated card was reversed; `expire`: a hold on a terminated card expired; `refund`: a refund came after its card was terminated */
  type: WalletTransactionType
  /** Positive into the wallet, negative out of it. */
  amount: number
  /** The balance of the wallet right after this movement. */
  balance_after: number
  /** The card the money came from or went to. */
  card_id?: string
  /** The deposit, for `deposit` and `deposit_reversal`. */
  deposit_id?: string
  /** When the money moved. */
  created_at: string
}

export interface Bin {
  id: string
  network: Network
  type: BinType
  /** ISO 3166 code of two letters. */
  issuer_country: string
  '3ds': boolean
  apple_pay: boolean
  google_pay: boolean
  /** Most that one authorization may ask for, USD. */
  max_transaction: number
  /** Most that a card may spend in a month, USD. */
  max_monthly: number
  /** Share of merchants that accept it, from 0 to 1. */
  acceptance_rate: number
  best_for: Array<string>
}

export interface Category {
  name: string
  description: string
  mccs: Array<string>
}

export interface ThreeDsChallenge {
  id: string
  card_id: string
  merchant: string
  /** Zero where a merchant stores the card and nothing is paid yet. */
  amount: number
  /** `passcode`: type `otp` on the page of the bank. `out_of_band`: approve or decline the payment here. */
  method: ChallengeMethod
  /** The passcode, six digits as a rule. Null where the method is `out_of_band`. */
  otp: string | null
  status: ChallengeStatus
  /** What an `out_of_band` challenge was answered with. Null before, and for a passcode. */
  outcome: ChallengeOutcome | null
  /** Five minutes after it was made, or when the processor that asked stops waiting. */
  expires_at: string
  /** When the merchant asked for it. */
  created_at: string
}

export interface RuleCondition {
  /** One of: `amount`, `mcc`, `category`, `merchant_id`, `merchant_name`, `country`, `card_age_days`, `card_count_1h`, `card_count_24h`, `card_declines_1h`, `card_declines_24h`, `is_first_purchase`, `is_new_merchant`, `is_new_country`, `hour`, `weekday`, `three_ds`, `card_metadata.KEY`. */
  attribute: string
  /** Each attribute takes some of them. */
  op: RuleOp
  /** A text, a number (of `amount` in dollars), true or false, as the attribute wants; for `in` and `not_in` a list of 1 to 100 of them. */
  value: string | number | boolean | Array<string | number | boolean>
}

export interface Rule {
  id: string
  /** Counted from 1; each change makes a new one. */
  version: number
  name: string
  action: RuleAction
  when: Array<RuleCondition>
  /** Null: all cards. */
  card_ids: Array<string> | null
  state: RuleState
  /** When the rule was made. */
  created_at: string
  /** When this version was made. */
  updated_at: string
}

export interface RuleVersion {
  rule_id: string
  /** Counted from 1; each change makes a new one. */
  version: number
  name: string
  action: RuleAction
  when: Array<RuleCondition>
  /** Null: all cards. */
  card_ids: Array<string> | null
  state: RuleState
  /** When this version was made. */
  created_at: string
}

export interface RuleReport {
  rule_id: string
  /** Payments that the rule matched, in whatever state it was. */
  matched: number
  /** Payments that the rule stopped: while it was active, and named as `rule_id` of the decline. */
  acted: number
  /** Every day of the range, oldest first. */
  days: Array<RuleReportDay>
}

export interface RuleBacktest {
  id: string
  rule_id: string
  /** The version of the rule that is tried. */
  version: number
  /** Of the first payment that is judged. */
  from: string
  /** Of the last payment that is judged. */
  to: string
  status: BacktestStatus
  /** Percent of the history that has been read. */
  progress: number
  /** New authorizations that were decided in that time, approved or declined. */
  judged: number
  would_decline: number
  /** Those that had completed 3-D Secure are not among them. */
  would_challenge: number
  /** Payments that were approved and that the rule would have stopped. */
  false: number
  /** The days on which the rule would have stopped a payment, oldest first. */
  days: Array<BacktestDay>
  /** The newest that it would have stopped, at most 20. */
  examples: Array<BacktestExample>
  /** When the backtest was asked for. */
  created_at: string
  /** When it was done. */
  completed_at: string | null
}

export interface WebhookWithSecret {
  id: string
  url: string
  /** Event types, or `*` alone for all. */
  events: Array<string>
  /** False: nothing is sent. Set by PATCH, by an answer 410, or by five days of failure. */
  active: boolean
  /** When the endpoint was registered. */
  created_at: string
  /** Signs what is sent. Shown only now. */
  secret: string
}

export interface Webhook {
  id: string
  url: string
  /** Event types, or `*` alone for all. */
  events: Array<string>
  /** False: nothing is sent. Set by PATCH, by an answer 410, or by five days of failure. */
  active: boolean
  /** When the endpoint was registered. */
  created_at: string
}

export interface Delivery {
  id: string
  event_id: string
  event_type: EventType
  /** Attempts made so far. */
  attempt: number
  status: DeliveryStatus
  /** Of the last attempt; null when there was no answer. */
  response_status: number | null
  /** The first KiB of the last answer, or why there was none; null for a read-only key. */
  response_body: string | null
  /** Of the last attempt. */
  duration_ms: number | null
  /** While pending, in workspace time. */
  next_attempt_at: string | null
  /** When it was queued, in workspace time. */
  created_at: string
}

export interface DecisionHookWithSecret {
  id: string
  url: string
  /** How long an answer is waited for. */
  timeout_ms: number
  /** What counts where there is no valid answer in time, and while the hook is not asked because it kept failing. */
  on_timeout: DecisionFallback
  /** False: nothing is asked, and authorizations are decided without it. */
  active: boolean
  /** The cards whose authorizations are asked about; null for all cards. */
  card_ids: Array<string> | null
  /** While the hook is not asked because ten questions in a row failed, in real time; else null. */
  paused_until: string | null
  /** When the hook was first set. */
  created_at: string
  /** When its settings were last changed. */
  updated_at: string
  /** Signs the questions. Shown only now, where this call has made it; else null. */
  secret: string | null
}

export interface DecisionHook {
  id: string
  url: string
  /** How long an answer is waited for. */
  timeout_ms: number
  /** What counts where there is no valid answer in time, and while the hook is not asked because it kept failing. */
  on_timeout: DecisionFallback
  /** False: nothing is asked, and authorizations are decided without it. */
  active: boolean
  /** The cards whose authorizations are asked about; null for all cards. */
  card_ids: Array<string> | null
  /** While the hook is not asked because ten questions in a row failed, in real time; else null. */
  paused_until: string | null
  /** When the hook was first set. */
  created_at: string
  /** When its settings were last changed. */
  updated_at: string
}

export interface DecisionAttempt {
  id: string
  /** The `id` of the question, and of `decision` on its transaction. */
  decision_id: string
  hook_id: string
  /** Null for a test. */
  card_id: string | null
  /** The authorization that was to be increased, if any. */
  authorization_id: string | null
  /** What was asked for, USD. */
  amount: number
  /** Its name. */
  merchant: string
  outcome: DecisionOutcome
  /** What counted where there was no valid answer. */
  fallback: DecisionFallback | null
  /** Null where nothing came back. */
  response_status: number | null
  /** The first KiB of what came back. */
  response_body: string | null
  /** Why there was no valid answer. */
  error: string | null
  /** From the question to the answer, or to the end of the waiting. */
  duration_ms: number
  /** Whether it was a test, on which nothing depended. */
  test: boolean
  /** When it was asked, in workspace time. */
  created_at: string
}

export interface EventEnvelope {
  id: string
  type: EventType
  /** When it happened, in workspace time. */
  created_at: string
  environment: Environment
  /** Rises by one with every event of the workspace, without gaps. */
  sequence: number
  /** The object as GET of it showed it at that moment. */
  data: Record<string, unknown>
}

export interface LoggedRequest {
  /** As in the header X-Request-Id and in every error. */
  request_id: string
  method: string
  /** Without the query. */
  path: string
  status: number
  /** Until the answer was handed to the connection. */
  duration_ms: number
  /** The identifier of the error; null when there was none. */
  error: string | null
  /** The key that asked, or the user of the dashboard. */
  actor: string
  /** `api_key`, or `dashboard` where a person asked through it. */
  source: 'api_key' | 'dashboard'
  /** The address it came from. */
  ip: string
  /** When the request arrived. */
  created_at: string
}

export interface KeyBudget {
  /** USD that the key may move to cards in one window. */
  amount: number
  /** A UTC calendar unit of workspace time. */
  window: BudgetWindow
  /** USD moved in the window that runs. What returns to the wallet is not given back, except the amount of a spend request that ends unused in the same window. */
  used: number
  /** USD that are left of it. */
  remaining: number
  /** When the next window begins, in real time as all times of a key: a sandbox whose clock is moved gets there earlier. Null for `all_time`. */
  resets_at: string | null
}

export interface SpendPolicy {
  /** What is approved without a person, USD; null: nothing. */
  auto_approve: AutoApproval | null
  /** Only at these; empty: at all. */
  merchants: Array<PolicyMerchant>
  /** Above it a person must have proved lately who they are; null: above 100.00. */
  confirm_above: number | null
}

export interface Key {
  id: string
  name: string
  environment: Environment
  /** `agent`: a key for software. Whatever its scopes, it never reveals a number, raises or removes a limit, unfreezes a card, moves money beyond its budget or makes keys. */
  kind: KeyKind
  /** What it may ask for. */
  scopes: Array<Scope>
  /** Whether it can only read, and sees neither numbers nor passcodes. */
  read_only: boolean
  /** The only cards that it reaches; null where it is not bound by a list. */
  card_ids: Array<string> | null
  /** Whether it reaches only cards that were made through it. */
  own_cards: boolean
  /** Null where it has none: then a standard key is bound by the wallet alone, and an agent key moves nothing. */
  budget: KeyBudget | null
  /** When it ends, in real time; null where it does not. */
  expires_at: string | null
  /** Which of its spend requests need no person; null: a person decides on all of them. */
  spend_policy: SpendPolicy | null
  /** The networks that it may come from; null where it may come from anywhere. */
  ip_allow: Array<string> | null
  /** When it was made. */
  created_at: string
}

export interface AuthorizationOutcome {
  approved: boolean
  decline_reason: DeclineReason | null
  /** Null for a card number that was never issued. */
  transaction: Transaction | null
  /** USD, where a partial approval was asked for. */
  requested_amount?: number
}

export interface SandboxClock {
  /** Workspace time. */
  now: string
}

export interface SandboxRates {
  /** USD for one unit of each currency, as decimal text. */
  rates: Record<string, string>
  /** The currencies whose rate was set; the others have the built-in one. */
  overridden: Array<string>
}

export interface DecisionQuestion {
  /** The same when the question is repeated. */
  id: string
  type: 'authorization.request'
  /** The time of the question, by the wall clock. */
  created_at: string
  environment: Environment
  /** True in a question of `POST /decision-hook/test`, and absent in any other. */
  test?: boolean
  data: AskedAuthorization
}

export interface DecisionAnswer {
  /** Whether the card may pay. */
  approved: boolean
  /** The part to approve, USD, if `partial` was true in the question. */
  amount?: number | null
  /** Shown with a decline in `decline_detail.reason`. */
  reason?: string | null
  /** Up to 20 keys of your own; values are text, numbers or booleans. */
  metadata?: Record<string, string | number | boolean> | null
}

/** The type of `data` for each event type. */
export interface EventData {
  'card.created': CardSummary
  'card.frozen': CardSummary & {
    reason: 'api' | 'dashboard' | 'auto_freeze'
  }
  'card.unfrozen': CardSummary
  'card.terminated': CardSummary
  'card.funded': CardSummary & {
    /** USD. */
    funded_amount: number
  }
  'transaction.authorized': Transaction & {
    authorization_id: string | null
    decline_reason: DeclineReason | null
    /** Of an authorization or increment that passed all controls: every rule that judged it, and why it matched or not, with the values of that moment. */
    rule_results: Array<RuleResult>
    '3ds_status': ThreeDsStatus
  }
  'transaction.settled': Transaction & {
    authorization_id: string | null
    decline_reason: DeclineReason | null
    /** Of an authorization or increment that passed all controls: every rule that judged it, and why it matched or not, with the values of that moment. */
    rule_results: Array<RuleResult>
    '3ds_status': ThreeDsStatus
  }
  'transaction.declined': Transaction & {
    authorization_id: string | null
    decline_reason: DeclineReason | null
    /** Of an authorization or increment that passed all controls: every rule that judged it, and why it matched or not, with the values of that moment. */
    rule_results: Array<RuleResult>
    '3ds_status': ThreeDsStatus
  }
  'transaction.refunded': Transaction & {
    authorization_id: string | null
    decline_reason: DeclineReason | null
    /** Of an authorization or increment that passed all controls: every rule that judged it, and why it matched or not, with the values of that moment. */
    rule_results: Array<RuleResult>
    '3ds_status': ThreeDsStatus
  }
  'transaction.reversed': Transaction & {
    authorization_id: string | null
    decline_reason: DeclineReason | null
    '3ds_status': ThreeDsStatus
    authorization_status: AuthorizationStatus | null
    /** Still reserved by the authorization, USD. */
    held_amount: number
  }
  'transaction.expired': Transaction & {
    authorization_id: string | null
    decline_reason: DeclineReason | null
    '3ds_status': ThreeDsStatus
    authorization_status: AuthorizationStatus | null
    /** Still reserved by the authorization, USD. */
    held_amount: number
  }
  '3ds.challenge': ThreeDsChallenge
  'deposit.pending': Deposit
  'deposit.confirmed': Deposit
  'deposit.expired': Deposit
  'webhook.test': {
    webhook_id: string
    message: string
  }
  'spend_request.created': SpendRequest
  'spend_request.approved': SpendRequest
  'spend_request.denied': SpendRequest
  'spend_request.expired': SpendRequest
  'spend_request.used': SpendRequest
}

/** Of `cards.create`. */
export interface CreateCardParams {
  /** From GET /bins. May be left out where the template names one. */
  bin_id?: string | undefined
  /** USD, from 1.00 to 5,000.00. */
  amount: number
  /** A template of GET /card-templates: it fills what this request leaves out. */
  template_id?: string | undefined
  /** Your name for the card. */
  label?: string | undefined
  /** Monthly, USD; the BIN maximum when left out. */
  spending_limit?: number | undefined
  /** Names of GET /categories or four-digit codes; empty means all. */
  allowed_categories?: Array<string> | undefined
  /** Freeze when a debit leaves the balance below this amount; 0 switches it off. */
  auto_freeze_at?: number | undefined
  /** What the card may do. Each part that is given replaces that part; null empties it. */
  controls?: ControlsParams | undefined
  /** Up to 20 keys of your own; values are text, numbers or booleans. */
  metadata?: Record<string, string | number | boolean> | undefined
}

/** Of `cards.list`. */
export interface ListCardsParams {
  status?: CardStatus | undefined
  bin_id?: string | undefined
  /** Part of the label, in any case; % and _ are characters like others. */
  label?: string | undefined
  /** Part of the label, in any case; four digits also find cards that end in them. */
  search?: string | undefined
  /** By `last_used`, cards never used come last. By `balance` and `last_used`, which change while you read, there are pages only, and no cursor. */
  sort?: CardSort | undefined
  order?: Order | undefined
  /** Page, counted from 1. With filters whose total is capped, pages end at the 10,000th item. */
  page?: number | undefined
  /** Items on a page. */
  per_page?: number | undefined
  /** A `nextCursor`, to go on from there with the same filters. Walked by it, a list neither skips nor repeats an item while others appear, change or go. Not together with `page`. */
  cursor?: string | undefined
}

/** Of `cards.update`. */
export interface UpdateCardParams {
  /** Your name for the card. */
  label?: string | undefined
  /** Monthly, USD; unchanged when left out. */
  spending_limit?: number | undefined
  /** Names of GET /categories or four-digit codes; empty means all. */
  allowed_categories?: Array<string> | undefined
  /** Freeze when a debit leaves the balance below this amount; 0 switches it off. */
  auto_freeze_at?: number | undefined
  /** Merged with what is there; null removes a key. */
  metadata?: Record<string, string | number | boolean | null> | undefined
  /** What the card may do. Each part that is given replaces that part; null empties it. */
  controls?: ControlsParams | null | undefined
}

/** Of `cards.terminate`. */
export interface CardTermination {
  id: string
  status: 'terminated'
  /** Returned to the wallet, USD. */
  refunded_amount: number
  /** When the card was terminated. */
  terminated_at: string
}

/** Of `cards.revealSession`. */
export interface CreateRevealSessionParams {
  /** The origin of the page that will frame it, or for an agent key the origin of the shop, which the person sees: `https://` and a host. In the sandbox `http://localhost` and `http://127.0.0.1`, with any port, too. */
  origin: string
  /** How the page looks. Everything may be left out. */
  theme?: RevealThemeParams | undefined
}

/** Of `cards.freeze`. */
export interface CardFreeze {
  id: string
  status: 'frozen'
  /** When the card was frozen. */
  frozen_at: string
}

/** Of `cards.replace`. */
export interface ReplaceCardParams {
  /** Why; the history of the old card keeps it. */
  reason: ReplacementReason
}

/** Of `cards.fund`. */
export interface FundCardParams {
  /** USD, from 1.00 to 5,000.00. */
  amount: number
}

/** Of `cards.fund`. */
export interface CardFunding {
  id: string
  previous_balance: number
  funded_amount: number
  new_balance: number
  wallet_balance: number
}

/** Of `cards.withdraw`. */
export interface WithdrawFromCardParams {
  /** USD, from 0.01 to the balance of the card. */
  amount: number
}

/** Of `cards.withdraw`. */
export interface CardWithdrawal {
  id: string
  previous_balance: number
  withdrawn_amount: number
  new_balance: number
  wallet_balance: number
}

/** Of `cardTemplates.create`. */
export interface CreateCardTemplateParams {
  /** Spaces around it are dropped; two templates may have the same name. */
  name: string
  /** From GET /bins. */
  bin_id?: string | undefined
  /** Monthly, USD; the maximum of the BIN when left out. */
  spending_limit?: number | undefined
  /** Names of GET /categories or four-digit codes; empty means all. */
  allowed_categories?: Array<string> | undefined
  /** Freeze when a debit leaves the balance below this amount; 0 switches it off. */
  auto_freeze_at?: number | undefined
  /** What the card may do. Each part that is given replaces that part; null empties it. */
  controls?: ControlsParams | undefined
  /** Up to 20 keys of your own; values are text, numbers or booleans. */
  metadata?: Record<string, string | number | boolean> | undefined
}

/** Of `cardTemplates.update`. */
export interface UpdateCardTemplateParams {
  /** Spaces around it are dropped; two templates may have the same name. */
  name?: string | undefined
  /** Null: whoever creates a card names the BIN. */
  bin_id?: string | null | undefined
  /** Monthly, USD. Null: the maximum of the BIN. */
  spending_limit?: number | null | undefined
  /** Names of GET /categories or four-digit codes; empty means all. */
  allowed_categories?: Array<string> | undefined
  /** Freeze when a debit leaves the balance below this amount; 0 switches it off. */
  auto_freeze_at?: number | undefined
  /** What the card may do. Each part that is given replaces that part; null empties it. */
  controls?: ControlsParams | undefined
  /** Merged with what is there; null removes a key. */
  metadata?: Record<string, string | number | boolean | null> | undefined
}

/** Of `cardTemplates.delete`. */
export interface CardTemplateDeletion {
  id: string
  deleted: true
}

/** Of `spendRequests.create`. */
export interface CreateSpendRequestParams {
  /** USD, from 1.00 to 5,000.00. */
  amount: number
  merchant: NewRequestedMerchantParams
  /** What for, to the person who decides. One line, without invisible characters. */
  reason: string
  /** How long the card can be used once it is approved, in seconds. */
  valid_for?: number | undefined
  /** Up to 20 keys of your own; values are text, numbers or booleans. */
  metadata?: Record<string, string | number | boolean> | undefined
}

/** Of `spendRequests.list`. */
export interface ListSpendRequestsParams {
  status?: SpendRequestStatus | undefined
  /** Page, counted from 1. With filters whose total is capped, pages end at the 10,000th item. */
  page?: number | undefined
  /** Items on a page. */
  per_page?: number | undefined
  /** A `nextCursor`, to go on from there with the same filters. Walked by it, a list neither skips nor repeats an item while others appear, change or go. Not together with `page`. */
  cursor?: string | undefined
}

/** Of `spendRequests.approve`. */
export interface ApproveSpendRequestParams {
  /** To whoever asked. */
  note?: string | undefined
  /** `name`: the card works only where the merchant of the request charges. `first_merchant`: it works at the merchant that charges it first, whatever its name, for a shop that charges under a name nobody knows beforehand. */
  bind?: CardBinding | undefined
}

/** Of `spendRequests.deny`. */
export interface DenySpendRequestParams {
  /** To whoever asked. */
  note?: string | undefined
}

/** Of `spendRequests.reportOutcome`. */
export interface ReportSpendOutcomeParams {
  /** `success`: bought. `blocked`: the shop or its checks did not let the purchase through. `abandoned`: given up. */
  outcome: SpendOutcome
  /** What happened, for people. */
  note?: string | undefined
}

/** Of `transactions.list`. */
export interface ListTransactionsParams {
  card_id?: string | undefined
  type?: TransactionType | undefined
  /** ISO 8601, inclusive; a bare date means that UTC day. */
  from?: string | undefined
  /** ISO 8601, inclusive; a bare date means that whole UTC day. */
  to?: string | undefined
  /** Part of the merchant name, in any case. */
  merchant?: string | undefined
  /** Compared with the absolute value, USD. */
  min_amount?: number | undefined
  /** Compared with the absolute value, USD. */
  max_amount?: number | undefined
  /** Page, counted from 1. With filters whose total is capped, pages end at the 10,000th item. */
  page?: number | undefined
  /** Items on a page. */
  per_page?: number | undefined
  /** A `nextCursor`, to go on from there with the same filters. Walked by it, a list neither skips nor repeats an item while others appear, change or go. Not together with `page`. */
  cursor?: string | undefined
}

/** Of `wallet.depositAddress`. */
export interface GetDepositAddressParams {
  currency?: Currency | undefined
}

/** Of `wallet.deposits.list`. */
export interface ListDepositsParams {
  status?: DepositStatus | undefined
  currency?: Currency | undefined
  /** Page, counted from 1. With filters whose total is capped, pages end at the 10,000th item. */
  page?: number | undefined
  /** Items on a page. */
  per_page?: number | undefined
  /** A `nextCursor`, to go on from there with the same filters. Walked by it, a list neither skips nor repeats an item while others appear, change or go. Not together with `page`. */
  cursor?: string | undefined
}

/** Of `wallet.transactions.list`. */
export interface ListWalletTransactionsParams {
  /** Page, counted from 1. With filters whose total is capped, pages end at the 10,000th item. */
  page?: number | undefined
  /** Items on a page. */
  per_page?: number | undefined
  /** A `nextCursor`, to go on from there with the same filters. Walked by it, a list neither skips nor repeats an item while others appear, change or go. Not together with `page`. */
  cursor?: string | undefined
}

/** Of `threeDs.list`. */
export interface ListChallengesParams {
  card_id?: string | undefined
  status?: ChallengeStatus | undefined
  /** Page, counted from 1. With filters whose total is capped, pages end at the 10,000th item. */
  page?: number | undefined
  /** Items on a page. */
  per_page?: number | undefined
  /** A `nextCursor`, to go on from there with the same filters. Walked by it, a list neither skips nor repeats an item while others appear, change or go. Not together with `page`. */
  cursor?: string | undefined
}

/** Of `rules.create`. */
export interface CreateRuleParams {
  name: string
  /** `challenge` declines with `authentication_required` unless 3-D Secure was completed. */
  action: RuleAction
  /** All of them must hold. */
  when: Array<RuleCondition>
  /** The cards it is meant for, at most 100; null, or left out, for all. */
  card_ids?: Array<string> | null | undefined
  /** `shadow`: judged and recorded, stops nothing. `active`: stops what matches. `off`: not judged. */
  state?: RuleState | undefined
}

/** Of `rules.update`. */
export interface UpdateRuleParams {
  name?: string | undefined
  /** `challenge` declines with `authentication_required` unless 3-D Secure was completed. */
  action?: RuleAction | undefined
  /** All of them must hold. */
  when?: Array<RuleCondition> | undefined
  /** The cards it is meant for, at most 100; null, or left out, for all. */
  card_ids?: Array<string> | null | undefined
  /** `shadow`: judged and recorded, stops nothing. `active`: stops what matches. `off`: not judged. */
  state?: RuleState | undefined
}

/** Of `rules.delete`. */
export interface RuleDeletion {
  id: string
  deleted: true
}

/** Of `rules.versions.list`. */
export interface ListRuleVersionsParams {
  /** Page, counted from 1. With filters whose total is capped, pages end at the 10,000th item. */
  page?: number | undefined
  /** Items on a page. */
  per_page?: number | undefined
  /** A `nextCursor`, to go on from there with the same filters. Walked by it, a list neither skips nor repeats an item while others appear, change or go. Not together with `page`. */
  cursor?: string | undefined
}

/** Of `rules.report`. */
export interface GetRuleReportParams {
  /** ISO 8601, inclusive; a bare date means that UTC day. */
  from?: string | undefined
  /** ISO 8601, inclusive; a bare date means that whole UTC day. */
  to?: string | undefined
}

/** Of `rules.backtests.create`. */
export interface CreateRuleBacktestParams {
  /** ISO 8601, inclusive; a bare date means that UTC day. */
  from: string
  /** ISO 8601, inclusive; a bare date means that whole UTC day. */
  to: string
}

/** Of `webhooks.create`. */
export interface CreateWebhookParams {
  /** HTTPS, at a public address. On a laptop the sandbox takes http://localhost and http://127.0.0.1 too. */
  url: string
  /** Event types; `*` alone subscribes to all. */
  events: Array<WebhookEventType>
  /** A signing secret of your own: 16 to 256 printable ASCII characters. Made for you when omitted. */
  secret?: string | undefined
}

/** Of `webhooks.update`. */
export interface UpdateWebhookParams {
  /** HTTPS, at a public address. On a laptop the sandbox takes http://localhost and http://127.0.0.1 too. */
  url?: string | undefined
  /** Event types; `*` alone subscribes to all. */
  events?: Array<WebhookEventType> | undefined
  active?: boolean | undefined
}

/** Of `webhooks.delete`. */
export interface WebhookDeletion {
  id: string
  deleted: true
}

/** Of `webhooks.rotateSecret`. */
export interface RotateWebhookSecretParams {
  /** A signing secret of your own: 16 to 256 printable ASCII characters. Made for you when omitted. */
  secret?: string | undefined
}

/** Of `webhooks.deliveries.list`. */
export interface ListDeliveriesParams {
  status?: DeliveryStatus | undefined
  /** Page, counted from 1. With filters whose total is capped, pages end at the 10,000th item. */
  page?: number | undefined
  /** Items on a page. */
  per_page?: number | undefined
  /** A `nextCursor`, to go on from there with the same filters. Walked by it, a list neither skips nor repeats an item while others appear, change or go. Not together with `page`. */
  cursor?: string | undefined
}

/** Of `decisionHook.set`. */
export interface PutDecisionHookParams {
  /** HTTPS, at a public address. On a laptop the sandbox takes http://localhost and http://127.0.0.1 too. */
  url: string
  /** How long an answer is waited for. At most 2000 in production, where a merchant waits for it too. In a sandbox it may be longer, so that a handler can be stepped through; only that authorization waits, and at most ten of a workspace wait longer than 2000 at once. */
  timeout_ms?: number | undefined
  /** What counts where there is no valid answer in time, and while the hook is not asked because it kept failing. */
  on_timeout?: DecisionFallback | undefined
  active?: boolean | undefined
  /** The cards whose authorizations are asked about; null, or left out, for all cards. */
  card_ids?: Array<string> | null | undefined
  /** A signing secret of your own: 16 to 256 printable ASCII characters. Made for you when omitted. */
  secret?: string | undefined
}

/** Of `decisionHook.delete`. */
export interface DecisionHookDeletion {
  id: string
  deleted: true
}

/** Of `decisionHook.rotateSecret`. */
export interface RotateDecisionHookSecretParams {
  /** A signing secret of your own: 16 to 256 printable ASCII characters. Made for you when omitted. */
  secret?: string | undefined
}

/** Of `decisionHook.attempts.list`. */
export interface ListDecisionAttemptsParams {
  card_id?: string | undefined
  outcome?: DecisionOutcome | undefined
  /** Page, counted from 1. With filters whose total is capped, pages end at the 10,000th item. */
  page?: number | undefined
  /** Items on a page. */
  per_page?: number | undefined
  /** A `nextCursor`, to go on from there with the same filters. Walked by it, a list neither skips nor repeats an item while others appear, change or go. Not together with `page`. */
  cursor?: string | undefined
}

/** Of `events.list`. */
export interface ListEventsParams {
  type?: EventType | undefined
  /** ISO 8601, inclusive; a bare date means that UTC day. */
  from?: string | undefined
  /** ISO 8601, inclusive; a bare date means that whole UTC day. */
  to?: string | undefined
  /** Only events after this sequence. */
  after_sequence?: number | undefined
  order?: Order | undefined
  /** Page, counted from 1. With filters whose total is capped, pages end at the 10,000th item. */
  page?: number | undefined
  /** Items on a page. */
  per_page?: number | undefined
  /** A `nextCursor`, to go on from there with the same filters. Walked by it, a list neither skips nor repeats an item while others appear, change or go. Not together with `page`. */
  cursor?: string | undefined
}

/** Of `events.stream`. */
export interface StreamEventsParams {
  /** Only events after this sequence. */
  after_sequence?: number | undefined
}

/** Of `events.resend`. */
export interface ResendEventParams {
  webhook_id?: string | undefined
}

/** Of `events.resend`. */
export interface EventResend {
  deliveries: Array<Delivery>
}

/** Of `requestLogs.list`. */
export interface ListRequestLogsParams {
  method?: RequestMethod | undefined
  /** A status, `404`, or a class of them, `4xx`. */
  status?: string | undefined
  /** Part of the path, in any case. */
  path?: string | undefined
  request_id?: string | undefined
  /** Requests by API keys alone, or by people in the dashboard alone. */
  source?: 'api_key' | 'dashboard' | undefined
  /** ISO 8601, inclusive; a bare date means that UTC day. */
  from?: string | undefined
  /** ISO 8601, inclusive; a bare date means that whole UTC day. */
  to?: string | undefined
  /** Page, counted from 1. With filters whose total is capped, pages end at the 10,000th item. */
  page?: number | undefined
  /** Items on a page. */
  per_page?: number | undefined
  /** A `nextCursor`, to go on from there with the same filters. Walked by it, a list neither skips nor repeats an item while others appear, change or go. Not together with `page`. */
  cursor?: string | undefined
}

/** Of `sandbox.deposits.create`. */
export interface SimulateDepositParams {
  currency: Currency
  /** Decimal text in units of the currency. */
  amount_crypto: string
  confirm?: boolean | undefined
}

/** Of `sandbox.authorizations.create`. */
export type SimulateAuthorizationParams =
  | {
      card_id: string
      /** In units of `currency`, with no more decimals than it has: two for USD and most others, none for JPY, three for BHD. */
      amount: number
      /** ISO 4217. Other currencies than USD are converted at the rate of `GET /sandbox/rates`. */
      currency?: string | undefined
      merchant: MerchantParams
      three_ds_challenge_id?: string | undefined
      /** Approve up to the balance rather than decline. */
      partial?: boolean | undefined
      pan?: undefined
      cvv?: undefined
      exp_month?: undefined
      exp_year?: undefined
    }
  | {
      /** In place of card_id, as a merchant would. */
      pan: string
      cvv?: string | undefined
      exp_month?: number | undefined
      exp_year?: number | undefined
      /** In units of `currency`, with no more decimals than it has: two for USD and most others, none for JPY, three for BHD. */
      amount: number
      /** ISO 4217. Other currencies than USD are converted at the rate of `GET /sandbox/rates`. */
      currency?: string | undefined
      merchant: MerchantParams
      three_ds_challenge_id?: string | undefined
      /** Approve up to the balance rather than decline. */
      partial?: boolean | undefined
      card_id?: undefined
    }

/** Of `sandbox.authorizations.increment`. */
export interface IncrementAuthorizationParams {
  /** In units of `currency`, with no more decimals than it has: two for USD and most others, none for JPY, three for BHD. */
  amount: number
  /** ISO 4217. Other currencies than USD are converted at the rate of `GET /sandbox/rates`. */
  currency?: string | undefined
}

/** Of `sandbox.authorizations.settle`. */
export interface SettleAuthorizationParams {
  /** In units of `currency`, with no more decimals than it has: two for USD and most others, none for JPY, three for BHD. */
  amount?: number | undefined
  /** ISO 4217. Other currencies than USD are converted at the rate of `GET /sandbox/rates`. */
  currency?: string | undefined
  final?: boolean | undefined
}

/** Of `sandbox.authorizations.reverse`. */
export interface ReverseAuthorizationParams {
  /** USD, from 0.01. */
  amount?: number | undefined
}

/** Of `sandbox.settlements.create`. */
export interface SimulateSettlementParams {
  card_id: string
  /** In units of `currency`, with no more decimals than it has: two for USD and most others, none for JPY, three for BHD. */
  amount: number
  /** ISO 4217. Other currencies than USD are converted at the rate of `GET /sandbox/rates`. */
  currency?: string | undefined
  merchant: MerchantParams
}

/** Of `sandbox.refunds.create`. */
export type SimulateRefundParams =
  | {
      /** The settlement to give back. */
      transaction_id: string
      /** In units of `currency`, with no more decimals than it has: two for USD and most others, none for JPY, three for BHD. */
      amount?: number | undefined
      /** ISO 4217. Other currencies than USD are converted at the rate of `GET /sandbox/rates`. */
      currency?: string | undefined
      card_id?: undefined
      merchant?: undefined
    }
  | {
      card_id: string
      merchant: MerchantParams
      /** In units of `currency`, with no more decimals than it has: two for USD and most others, none for JPY, three for BHD. */
      amount: number
      /** ISO 4217. Other currencies than USD are converted at the rate of `GET /sandbox/rates`. */
      currency?: string | undefined
      transaction_id?: undefined
    }

/** Of `sandbox.threeDs.create`. */
export interface SimulateChallengeParams {
  card_id: string
  merchant: string
  /** USD, from 0.01. */
  amount: number
  method?: ChallengeMethod | undefined
}

/** Of `sandbox.threeDs.verify`. */
export interface VerifyChallengeParams {
  otp: string
}

/** Of `sandbox.clock.advance`. */
export interface AdvanceSandboxClockParams {
  seconds: number
}

/** Of `sandbox.rates.set`. */
export interface SetSandboxRatesParams {
  /** By ISO 4217 code, decimal text above zero: USD for one unit. They take the place of all that were set before; an empty object brings the built-in rates back. */
  rates: Record<string, string>
}

/** Of `sandbox.reset`. */
export interface SandboxReset {
  ok: true
}

export interface ControlLimit {
  window: LimitWindow
  /** USD; null where only purchases are counted. */
  amount: number | null
  /** Purchases; null where only the amount counts. */
  count: number | null
  /** Empty: everything counts. */
  categories: Array<string>
}

export interface ControlMerchants {
  allowed: Array<MerchantPattern>
  blocked: Array<MerchantPattern>
}

export interface ControlCategories {
  blocked: Array<string>
}

export interface ControlCountries {
  allowed: Array<string>
  blocked: Array<string>
}

export interface LockedMerchant {
  id: string | null
  name: string
}

export interface BillingAddress {
  line1: string
  city: string
  state: string
  zip: string
  country: string
}

export interface CardUses {
  limit: number
  used: number
  remaining: number
}

export interface RequestedMerchant {
  name: string
  /** Where the purchase is to be made. */
  url: string | null
  /** The network's id of the merchant. */
  id: string | null
}

export interface Merchant {
  name: string
  /** A name of GET /categories. */
  category: string
  mcc: string
  country: string
}

export interface DeclineDetail {
  window?: LimitWindow
  categories?: Array<string>
  /** Of `limit` and `used`: USD, or purchases. */
  unit?: LimitUnit
  limit?: number
  /** Before this purchase. */
  used?: number
  /** When the window resets; null if it never does. */
  resets_at?: string | null
  /** The rule that stopped the payment. */
  rule_id?: string
  /** Why the rule did, in words. */
  explanation?: string
  /** Of `hook_declined`: the reason that the hook gave. */
  reason?: string
  /** Of an increment after the last use has ended the card: what the card returned to the wallet when it ended, USD. Increments may take no more. */
  returned?: number
  /** With `returned`: what increments, and settlements above their hold, have taken since, USD. */
  taken?: number
}

export interface Decision {
  /** Of the question. */
  id: string
  hook_id: string
  /** What the hook answered. Without a valid answer: `timeout` where none came in time, `error` where something else came or the connection failed, `fallback` where it was not asked because it kept failing or no time was left. */
  outcome: DecisionOutcome
  /** What counted in place of an answer; null where there was one. */
  fallback: DecisionFallback | null
  /** How long the question took. */
  duration_ms: number
  /** As the hook answered. */
  metadata: Record<string, string | number | boolean> | null
}

export interface RuleResult {
  rule_id: string
  version: number
  mode: RuleMode
  matched: boolean
  explanation: string
}

export interface AuthorizationStep {
  event: AuthorizationStepEvent
  amount: number
  reason: DeclineReason | null
  /** Of `declined_by_processor`: the processor's own word for it. */
  processor_word: string | null
  /** When it happened. */
  created_at: string
}

export interface Addresses {
  btc?: string
  eth?: string
  sol?: string
  usdt?: string
}

export interface Networks {
  btc?: string
  eth?: string
  sol?: string
  usdt?: string
}

export interface MinDeposit {
  btc?: string
  eth?: string
  sol?: string
  usdt?: string
}

export interface RuleReportDay {
  /** UTC, workspace time. */
  date: string
  /** Payments that the rule matched, in whatever state it was. */
  matched: number
  /** Payments that the rule stopped: while it was active, and named as `rule_id` of the decline. */
  acted: number
}

export interface BacktestDay {
  /** UTC, workspace time. */
  date: string
  /** Payments that the rule would have declined or challenged. */
  would_stop: number
  /** Those of them that were approved. */
  false: number
  /** The sum of the payments that the rule would have stopped, USD. */
  amount: number
}

export interface BacktestExample {
  transaction_id: string
  /** USD, positive. */
  amount: number
  /** What became of it then. */
  approved: boolean
  explanation: string
  /** When the payment was judged then. */
  created_at: string
}

export interface AutoApproval {
  per_request: number
  per_day: number
}

export interface PolicyMerchant {
  id?: string
  name?: string
}

export interface AskedAuthorization {
  card: Card
  /** The amount that the merchant asks for, USD. */
  amount: number
  currency: 'USD'
  merchant: AskedMerchant
  /** Whether the merchant accepts a part of the amount. */
  partial: boolean
  three_ds_status: ThreeDsStatus
  /** The authorization that the merchant asks to increase. Null for a new one. */
  authorization_id: string | null
  /** The time until which an answer counts, by the wall clock. */
  expires_at: string
}

export interface ControlsParams {
  /** At most 10; each has an amount, a count or both. */
  limits?: Array<ControlLimitParams> | null | undefined
  merchants?: ControlMerchantsParams | null | undefined
  categories?: ControlCategoriesParams | null | undefined
  countries?: ControlCountriesParams | null | undefined
  /** Purchases, then the card is terminated. */
  uses?: number | null | undefined
  /** `first`: only the first merchant that is approved. */
  merchant_lock?: MerchantLock | null | undefined
  /** Declined before this moment. */
  active_from?: string | null | undefined
  /** Declined from this moment on. */
  active_until?: string | null | undefined
}

export interface RevealThemeParams {
  /** The colours of the page where none are given; `auto` follows the device. */
  color_scheme?: RevealColorScheme | undefined
  /** Behind everything. As `#rgb`, `#rrggbb` or `#rrggbbaa`. */
  background?: string | undefined
  /** Of number, expiry and CVV. As `#rgb`, `#rrggbb` or `#rrggbbaa`. */
  text?: string | undefined
  /** Of their names, and of the line below them. As `#rgb`, `#rrggbb` or `#rrggbbaa`. */
  label?: string | undefined
  /** Between the rows. As `#rgb`, `#rrggbb` or `#rrggbbaa`. */
  border?: string | undefined
  /** Of the copy buttons. As `#rgb`, `#rrggbb` or `#rrggbbaa`. */
  button?: string | undefined
  /** Of what stands on the copy buttons. As `#rgb`, `#rrggbb` or `#rrggbbaa`. */
  button_text?: string | undefined
  /** A family of the device. */
  font_family?: RevealFontFamily | undefined
  /** Pixels. */
  font_size?: number | undefined
  /** Of the corners of the buttons, pixels. */
  radius?: number | undefined
  /** Whether the page says when it will hide the number. */
  timer?: boolean | undefined
  /** Around everything, pixels. */
  padding?: number | undefined
}

export interface NewRequestedMerchantParams {
  /** A part of the name under which the merchant charges cards; the card works nowhere else. At least three characters, no * and no URL, for which `url` is the place. */
  name: string
  /** https; shown to whoever decides. */
  url?: string | undefined
  /** The network's id of the merchant, which then counts in place of the name. */
  id?: string | undefined
}

export interface MerchantParams {
  name: string
  /** Merchant category code, ISO 18245. */
  mcc: string
  /** ISO 3166 code of two letters. */
  country: string
  /** The network's id of the merchant. */
  id?: string | undefined
  city?: string | undefined
}

export interface MerchantPattern {
  id?: string
  name?: string
}

export interface AskedMerchant {
  /** The network's id of the merchant. Null if it is not known. */
  id: string | null
  name: string
  /** A name of GET /categories. */
  category: string
  mcc: string
  country: string
  /** The city that the merchant reports. Null if it is not known. */
  city: string | null
}

export interface ControlLimitParams {
  /** UTC; a week begins on Monday. */
  window: LimitWindow
  /** USD. */
  amount?: number | undefined
  /** Purchases. */
  count?: number | undefined
  /** Count only these; names of GET /categories or codes. Empty: everything. */
  categories?: Array<string> | undefined
}

export interface ControlMerchantsParams {
  /** With `allowed_categories`: who is on either list passes. */
  allowed?: Array<MerchantPatternParams> | undefined
  /** Declined, whatever else allows them. */
  blocked?: Array<MerchantPatternParams> | undefined
}

export interface ControlCategoriesParams {
  /** Names of GET /categories or four-digit codes. */
  blocked?: Array<string> | undefined
}

export interface ControlCountriesParams {
  /** Only merchants in these. */
  allowed?: Array<string> | undefined
  /** No merchants in these; not together with `allowed`. */
  blocked?: Array<string> | undefined
}

export interface MerchantPatternParams {
  /** The network's id of the merchant. */
  id?: string | undefined
  /** Upper and lower case are the same; * stands for anything. */
  name?: string | undefined
}
