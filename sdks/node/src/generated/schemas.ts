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
  /** The number of purchases after which the card is terminated. */
  uses: number | null
  /** `first` locks the card to the first merchant that is approved. */
  merchant_lock: MerchantLock | null
  /** The merchant that the card is locked to. Null before its first purchase. */
  locked_to: LockedMerchant | null
  /** Purchases before this time are declined. */
  active_from: string | null
  /** Purchases from this time on are declined. */
  active_until: string | null
}

export interface Card {
  id: string
  bin_id: string
  network: string
  last4: string
  status: CardStatus
  /** The amount that can be spent, in USD. Held money is already subtracted. It is below zero only after a forced settlement or one above its hold. */
  balance: number
  /** The amount reserved by authorizations that have not settled yet, in USD. */
  held: number
  label: string
  /** When the card was created. */
  created_at: string
  /** The maximum that may be spent in a calendar month (UTC), in USD. */
  spending_limit: number
  /** The merchant categories that are allowed. Empty means all categories. */
  allowed_categories: Array<string>
  /** The card is frozen when a debit leaves its balance below this amount. */
  auto_freeze_at: number | null
  metadata: Record<string, string | number | boolean>
  controls: Controls
  /** The last moment of the month in which the card expires. */
  expires_at: string
  /** The card that this one replaced. Null if it replaced none. */
  replaces: string | null
  /** The card that replaced this one. Null if it was not replaced. */
  replaced_by: string | null
}

export interface CardListItem {
  id: string
  bin_id: string
  network: string
  last4: string
  status: CardStatus
  /** The amount that can be spent, in USD. Held money is already subtracted. It is below zero only after a forced settlement or one above its hold. */
  balance: number
  /** The amount reserved by authorizations that have not settled yet, in USD. */
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
  /** The amount that can be spent, in USD. Held money is already subtracted. It is below zero only after a forced settlement or one above its hold. */
  balance: number
  /** The amount reserved by authorizations that have not settled yet, in USD. */
  held: number
  label: string
  /** When the card was created. */
  created_at: string
  spending_limit: number
  /** The sum of settlements less refunds, in USD. */
  total_spent: number
  /** The number of authorizations, settlements, refunds and declines. */
  transaction_count: number
  metadata: Record<string, string | number | boolean>
  controls: Controls
  /** The last moment of the month in which the card expires. */
  expires_at: string
  /** When the card was last used: its last approved authorization or settlement. Null before the first. */
  last_used_at: string | null
  /** The card that this one replaced. Null if it replaced none. */
  replaces: string | null
  /** The card that replaced this one. Null if it was not replaced. */
  replaced_by: string | null
}

export interface CardDetails {
  id: string
  /** The full card number. */
  pan: string
  cvv: string
  exp_month: number
  exp_year: number
  holder_name: string
  billing_address: BillingAddress
}

export interface RevealSession {
  id: string
  /** For the `src` of an iframe. Anybody who has it can open it: send it to one browser and store it nowhere. For an agent key it is a page of the dashboard, which a signed-in person with the right `reveal` opens. */
  url: string
  /** Until when the page can be opened and shows the number. */
  expires_at: string
}

export interface LimitUse {
  window: LimitWindow
  /** The categories that count. Empty means that every purchase counts. */
  categories: Array<string>
  /** The maximum amount in USD. Null if only purchases are counted. */
  amount: number | null
  /** The maximum number of purchases. Null if only the amount counts. */
  count: number | null
  /** The amount that is used, in USD. 0 for `per_transaction`, which starts again with each purchase. */
  used_amount: number
  /** The number of purchases in the window. Null for the monthly spending limit, which does not count purchases. */
  used_count: number | null
  /** The amount that is left, in USD. Never below zero. */
  remaining_amount: number | null
  /** The number of purchases that are left. Never below zero. */
  remaining_count: number | null
  /** When the window resets. Null if it never resets. */
  resets_at: string | null
}

export interface CardLimits {
  data: Array<LimitUse>
  /** The number of purchases after which the card is terminated. Null if purchases are not limited. */
  uses: CardUses | null
}

export interface CardTemplate {
  id: string
  name: string
  /** A BIN from GET /bins. Null means that the request to create a card names the BIN. */
  bin_id: string | null
  /** The monthly limit in USD. Null means the maximum of the BIN. */
  spending_limit: number | null
  /** The merchant categories that are allowed. Empty means all categories. */
  allowed_categories: Array<string>
  /** A card made from the template is frozen when a debit leaves its balance below this amount. */
  auto_freeze_at: number | null
  controls: Controls
  metadata: Record<string, string | number | boolean>
  /** When the template was created. */
  created_at: string
  /** When the template was last changed. */
  updated_at: string
}

export interface SpendRequest {
  id: string
  /** `pending` until the request is decided or ten minutes have passed; `approved` while its card can be used; `used` after the purchase. */
  status: SpendRequestStatus
  /** The requested amount in USD. */
  amount: number
  merchant: RequestedMerchant
  reason: string
  /** How long the card can be used after the approval, in seconds. */
  valid_for: number
  metadata: Record<string, string | number | boolean>
  /** The key or the person that made the request. */
  requested_by: string
  /** The page of the dashboard on which a person decides. */
  approval_url: string
  /** The card that was made for the request. Null until the request is approved. */
  card_id: string | null
  /** Who decided. Null while nobody has decided, and when the policy of the key decided. */
  decided_by: string | null
  /** When the request was approved or denied. */
  decided_at: string | null
  /** The note of the person or key that decided. */
  note: string | null
  /** When the request was made. */
  created_at: string
  /** When the request expires. Null once it has ended. */
  expires_at: string | null
  /** When the request was used, denied or canceled, or expired. */
  ended_at: string | null
  /** What became of the purchase, as reported by the requester. Null until it is reported. */
  outcome: SpendOutcome | null
  /** What was said about the outcome. */
  outcome_note: string | null
}

export interface Transaction {
  id: string
  card_id: string
  type: TransactionType
  /** The amount in USD, with a sign: authorizations, settlements and declines are negative, refunds are positive. */
  amount: number
  currency: 'USD'
  merchant: Merchant
  /** The balance of the card after the transaction. */
  balance_after: number
  /** When the transaction happened. */
  created_at: string
  /** The network's id of the merchant. Null if not known. */
  merchant_id: string | null
  /** The city of the merchant. Null if not known. */
  merchant_city: string | null
  /** Details of a decline. For a limit: which one, and how much of it was used at that moment. For a rule: which one, and why. */
  decline_detail: DeclineDetail | null
  /** The question to the decision hook. Null if the hook was not asked. */
  decision: Decision | null
  /** The amount in the merchant's currency, with the sign of `amount`. Null if the merchant charged USD. */
  merchant_amount: number | null
  /** The currency of `merchant_amount`, ISO 4217. Null if the merchant charged USD. */
  merchant_currency: string | null
  /** The value of one unit of `merchant_currency` in USD, as decimal text. */
  conversion_rate: string | null
  /** The processor that requested or reported the transaction. Null if there is none. */
  processor: string | null
  /** The card network's id of the transaction. Null if not known. */
  network_transaction_id: string | null
  /** The approval code that the merchant received. Null if not known. */
  auth_code: string | null
  /** The acquirer reference number of a settlement or refund. Null if not known. */
  arn: string | null
  /** `stand_in`: the processor or the network approved the transaction instead of this service. Null if this service decided. */
  source: TransactionSource | null
}

export interface FullTransaction {
  id: string
  card_id: string
  type: TransactionType
  /** The amount in USD, with a sign: authorizations, settlements and declines are negative, refunds are positive. */
  amount: number
  currency: 'USD'
  merchant: Merchant
  /** The balance of the card after the transaction. */
  balance_after: number
  /** When the transaction happened. */
  created_at: string
  /** The network's id of the merchant. Null if not known. */
  merchant_id: string | null
  /** The city of the merchant. Null if not known. */
  merchant_city: string | null
  /** Details of a decline. For a limit: which one, and how much of it was used at that moment. For a rule: which one, and why. */
  decline_detail: DeclineDetail | null
  /** The question to the decision hook. Null if the hook was not asked. */
  decision: Decision | null
  /** The amount in the merchant's currency, with the sign of `amount`. Null if the merchant charged USD. */
  merchant_amount: number | null
  /** The currency of `merchant_amount`, ISO 4217. Null if the merchant charged USD. */
  merchant_currency: string | null
  /** The value of one unit of `merchant_currency` in USD, as decimal text. */
  conversion_rate: string | null
  /** The processor that requested or reported the transaction. Null if there is none. */
  processor: string | null
  /** The card network's id of the transaction. Null if not known. */
  network_transaction_id: string | null
  /** The approval code that the merchant received. Null if not known. */
  auth_code: string | null
  /** The acquirer reference number of a settlement or refund. Null if not known. */
  arn: string | null
  /** `stand_in`: the processor or the network approved the transaction instead of this service. Null if this service decided. */
  source: TransactionSource | null
  '3ds_status': ThreeDsStatus
  authorization_id: string | null
  authorization_status: AuthorizationStatus | null
  /** The amount that the authorization still reserves, in USD. */
  held_amount: number
  decline_reason: DeclineReason | null
  /** For an authorization or increment that passed all controls: every rule that was evaluated, and why it matched or not, with the values of that moment. */
  rule_results: Array<RuleResult>
  /** What happened to the authorization, oldest first. Amounts are positive. */
  authorization_timeline: Array<AuthorizationStep>
}

export interface ExplainedTest {
  /** The decline reason that a failure of this check has. */
  test: DeclineReason
  /** The outcome of the check. `not_reached`: an earlier check failed. `assumed`: the check depends on what the merchant will send. */
  outcome: TestOutcome
  /** What the check asks, in words. */
  words: string
  /** The numbers that the check compared, where they are known. */
  numbers: string | null
}

export interface ExplainedNow {
  would_pass: boolean
  /** The reason for the decline. Null if the purchase was, or would be, approved. */
  decline_reason: DeclineReason | null
  /** A short title of the outcome. */
  title: string
  /** The explanation in a sentence. */
  because: string
  /** What can be done about it. Null if nothing needs to be done. */
  remedy: string | null
  /** The checks in the order in which they are made. The first one that fails decides. */
  tests: Array<ExplainedTest>
  /** When this was evaluated, in workspace time. */
  judged_at: string
}

export interface Explanation {
  transaction_id: string
  card_id: string
  /** What was decided. `not_judged`: nothing was decided here, because settlements and refunds are always posted, or because the processor approved the transaction. */
  outcome: ExplainedOutcome
  /** The reason for the decline. Null if the purchase was, or would be, approved. */
  decline_reason: DeclineReason | null
  /** A short title of the outcome. */
  title: string
  /** The explanation in a sentence. */
  because: string
  /** What can be done about it. Null if nothing needs to be done. */
  remedy: string | null
  /** The checks in the order in which they are made. The first one that fails decides. */
  tests: Array<ExplainedTest>
  /** Whether the same purchase would pass now. Null if there is nothing to check. */
  now: ExplainedNow | null
}

export interface ProcessorBalance {
  /** The operator's name for the processor. */
  processor: string
  available: number
  currency: 'USD'
  /** When the processor reported the balance. */
  as_of: string
}

export interface WalletBalance {
  balance: number
  currency: 'USD'
  /** The amount that the pending deposits would credit at the current rates. */
  pending_deposits: number
  /** The sum credited by confirmed deposits, after fees. */
  total_deposited: number
  /** The sum of settlements less refunds over all cards. A key that is limited to cards sees the sum over those cards. */
  total_spent: number
  /** For a key that is bound to cards, how many of those are active. */
  cards_active: number
  /** The sum of the balances of all cards that are not terminated. A key that is limited to cards sees the sum over those cards. */
  cards_total_balance: number
  /** The balances at the processors whose BINs this workspace can use, as far as they report them. This money belongs to the whole service and is separate from the wallet; a processor declines payments that it does not cover. Present in production, and in a sandbox with such BINs, but not for a key that is limited to cards. */
  processor_balances?: Array<ProcessorBalance>
}

export interface DepositAddresses {
  /** The deposit address of each currency. `usdt` shares the address of `eth`. */
  addresses: Addresses
  /** The chain of each currency. */
  networks: Networks
  /** The minimum deposit of each currency, as decimal text. A smaller deposit is shown as expired and never credited. */
  min_deposit: MinDeposit
  /** Present in the sandbox, where nobody holds a key to these addresses. */
  environment?: 'sandbox'
}

export interface Deposit {
  id: string
  currency: Currency
  amount_crypto: string
  amount_usd: number
  fee_usd: number
  /** The amount credited to the wallet, in USD. An estimate while the deposit is pending, 0 if it expired. */
  credited_usd: number
  status: DepositStatus
  tx_hash: string
  confirmations: number
  /** When the deposit was detected. */
  created_at: string
  /** When the deposit was confirmed. Present only after confirmation. */
  confirmed_at?: string
}

export interface WalletTransaction {
  /** The number of the movement, counted from 1. */
  sequence: number
  /** `deposit`: a deposit was credited; `deposit_reversal`: a credited deposit had left its chain, and was taken back; `fund`: money went to a card, at its creation too; first to its overdraft, which is a movement of its own; `withdraw`: money came back from a card; `terminate`: a terminated card gave back what it held, or its overdraft was paid; `hold`: more was held for a purchase after its card was terminated; `settle`: a settlement came after its card was terminated; `reverse`: a hold on a terminated card was reversed; `expire`: a hold on a terminated card expired; `refund`: a refund came after its card was terminated */
  type: WalletTransactionType
  /** The amount in USD. Positive into the wallet, negative out of it. */
  amount: number
  /** The balance of the wallet right after this movement. */
  balance_after: number
  /** The card that the money came from or went to. */
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
  /** The maximum amount of one authorization, in USD. */
  max_transaction: number
  /** The maximum that a card may spend in a month, in USD. */
  max_monthly: number
  /** The share of merchants that accept cards of this BIN, from 0 to 1. */
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
  /** The amount of the payment. Zero when a merchant stores the card and nothing is paid yet. */
  amount: number
  /** `passcode`: type `otp` on the page of the bank. `out_of_band`: approve or decline the payment here. */
  method: ChallengeMethod
  /** The passcode, usually six digits. Null if the method is `out_of_band`. */
  otp: string | null
  status: ChallengeStatus
  /** The answer to an `out_of_band` challenge. Null before it is answered, and for a passcode. */
  outcome: ChallengeOutcome | null
  /** When the challenge expires: after five minutes, or when the processor stops waiting. */
  expires_at: string
  /** When the merchant requested the challenge. */
  created_at: string
}

export interface RuleCondition {
  /** One of: `amount`, `mcc`, `category`, `merchant_id`, `merchant_name`, `country`, `card_age_days`, `card_count_1h`, `card_count_24h`, `card_declines_1h`, `card_declines_24h`, `is_first_purchase`, `is_new_merchant`, `is_new_country`, `hour`, `weekday`, `three_ds`, `card_metadata.KEY`. */
  attribute: string
  /** The comparison. Each attribute supports some of them. */
  op: RuleOp
  /** A text, a number, true or false, as the attribute requires; an `amount` is in dollars. For `in` and `not_in`, a list of 1 to 100 such values. */
  value: string | number | boolean | Array<string | number | boolean>
}

export interface Rule {
  id: string
  /** The version of the rule, counted from 1. Each change makes a new version. */
  version: number
  name: string
  action: RuleAction
  when: Array<RuleCondition>
  /** The cards that the rule applies to. Null means all cards. */
  card_ids: Array<string> | null
  state: RuleState
  /** When the rule was created. */
  created_at: string
  /** When this version was created. */
  updated_at: string
}

export interface RuleVersion {
  rule_id: string
  /** The version of the rule, counted from 1. Each change makes a new version. */
  version: number
  name: string
  action: RuleAction
  when: Array<RuleCondition>
  /** The cards that the rule applies to. Null means all cards. */
  card_ids: Array<string> | null
  state: RuleState
  /** When this version was created. */
  created_at: string
}

export interface RuleReport {
  rule_id: string
  /** The number of payments that the rule matched, in any state. */
  matched: number
  /** The number of payments that the rule stopped while it was active. Their declines name it as `rule_id`. */
  acted: number
  /** Every day of the range, oldest first. */
  days: Array<RuleReportDay>
}

export interface RuleBacktest {
  id: string
  rule_id: string
  /** The version of the rule that the backtest uses. */
  version: number
  /** Time of the first payment that the backtest checks. */
  from: string
  /** Time of the last payment that the backtest checks. */
  to: string
  status: BacktestStatus
  /** The percentage of the history that has been read. */
  progress: number
  /** The number of new authorizations decided in the range, approved or declined. */
  judged: number
  would_decline: number
  /** The number of payments that the rule would have challenged. Payments that had completed 3-D Secure are not counted. */
  would_challenge: number
  /** The number of approved payments that the rule would have stopped. */
  false: number
  /** The days on which the rule would have stopped a payment, oldest first. */
  days: Array<BacktestDay>
  /** The newest payments that the rule would have stopped, at most 20. */
  examples: Array<BacktestExample>
  /** When the backtest was requested. */
  created_at: string
  /** When the backtest was completed. */
  completed_at: string | null
}

export interface WebhookWithSecret {
  id: string
  url: string
  /** The event types. `*` alone means all of them. */
  events: Array<string>
  /** Whether events are sent. Set to false by PATCH, by a response with status 410, or after five days of failures. */
  active: boolean
  /** When the endpoint was registered. */
  created_at: string
  /** The secret that signs deliveries. Shown only in this response. */
  secret: string
}

export interface Webhook {
  id: string
  url: string
  /** The event types. `*` alone means all of them. */
  events: Array<string>
  /** Whether events are sent. Set to false by PATCH, by a response with status 410, or after five days of failures. */
  active: boolean
  /** When the endpoint was registered. */
  created_at: string
}

export interface Delivery {
  id: string
  event_id: string
  event_type: EventType
  /** The number of attempts made so far. */
  attempt: number
  status: DeliveryStatus
  /** The HTTP status of the last attempt. Null if there was no response. */
  response_status: number | null
  /** The first KiB of the last response, or the reason why there was none. Null for a read-only key. */
  response_body: string | null
  /** The duration of the last attempt. */
  duration_ms: number | null
  /** When the next attempt is due, in workspace time. Null unless the delivery is pending. */
  next_attempt_at: string | null
  /** When the delivery was queued, in workspace time. */
  created_at: string
}

export interface DecisionHookWithSecret {
  id: string
  url: string
  /** How long the service waits for an answer, in milliseconds. */
  timeout_ms: number
  /** The decision when no valid answer comes in time, and while the hook is paused because it kept failing. */
  on_timeout: DecisionFallback
  /** Whether the hook is asked. When false, authorizations are decided without it. */
  active: boolean
  /** The cards whose authorizations are sent to the hook. Null means all cards. */
  card_ids: Array<string> | null
  /** Until when the hook is not asked, because ten questions in a row failed. In real time. Null if the hook is asked. */
  paused_until: string | null
  /** When the hook was first set. */
  created_at: string
  /** When the settings of the hook were last changed. */
  updated_at: string
  /** The secret that signs the questions. Shown only in the response that creates it, otherwise null. */
  secret: string | null
}

export interface DecisionHook {
  id: string
  url: string
  /** How long the service waits for an answer, in milliseconds. */
  timeout_ms: number
  /** The decision when no valid answer comes in time, and while the hook is paused because it kept failing. */
  on_timeout: DecisionFallback
  /** Whether the hook is asked. When false, authorizations are decided without it. */
  active: boolean
  /** The cards whose authorizations are sent to the hook. Null means all cards. */
  card_ids: Array<string> | null
  /** Until when the hook is not asked, because ten questions in a row failed. In real time. Null if the hook is asked. */
  paused_until: string | null
  /** When the hook was first set. */
  created_at: string
  /** When the settings of the hook were last changed. */
  updated_at: string
}

export interface DecisionAttempt {
  id: string
  /** The `id` of the question. The `decision` of the transaction shows the same id. */
  decision_id: string
  hook_id: string
  /** The card of the authorization. Null for a test. */
  card_id: string | null
  /** The authorization that the merchant asked to increase, if any. */
  authorization_id: string | null
  /** The amount of the request, in USD. */
  amount: number
  /** The name of the merchant. */
  merchant: string
  outcome: DecisionOutcome
  /** The fallback that was applied. Null if the hook answered. */
  fallback: DecisionFallback | null
  /** The HTTP status of the response. Null if there was no response. */
  response_status: number | null
  /** The first KiB of the response. */
  response_body: string | null
  /** Why there was no valid answer. Null if there was one. */
  error: string | null
  /** The time from the question to the answer, or to the timeout. */
  duration_ms: number
  /** Whether this was a test, which decides nothing. */
  test: boolean
  /** When the hook was asked, in workspace time. */
  created_at: string
}

export interface EventEnvelope {
  id: string
  type: EventType
  /** When the event happened, in workspace time. */
  created_at: string
  environment: Environment
  /** The number of the event in its workspace. It increases by one with every event, without gaps. */
  sequence: number
  /** The object as its GET request showed it at the time of the event. */
  data: Record<string, unknown>
}

export interface LoggedRequest {
  /** The id of the request, as in the header X-Request-Id and in every error. */
  request_id: string
  method: string
  /** The path of the request, without its query. */
  path: string
  status: number
  /** The time until the response was handed to the connection. */
  duration_ms: number
  /** The identifier of the error. Null if there was none. */
  error: string | null
  /** The key or the dashboard user that made the request. */
  actor: string
  /** `api_key` for a request with a key, `dashboard` for a person. */
  source: 'api_key' | 'dashboard'
  /** The IP address that the request came from. */
  ip: string
  /** When the request arrived. */
  created_at: string
}

export interface KeyBudget {
  /** The amount that the key may move to cards in one window, in USD. */
  amount: number
  /** The window of the budget: a UTC calendar unit of workspace time. */
  window: BudgetWindow
  /** USD moved in the window that runs. What returns to the wallet is not given back, except the amount of a spend request that ends unused in the same window. */
  used: number
  /** The amount that is left in the current window, in USD. */
  remaining: number
  /** When the next window begins, in real time as all times of a key: a sandbox whose clock is moved gets there earlier. Null for `all_time`. */
  resets_at: string | null
}

export interface SpendPolicy {
  /** The amounts that are approved automatically, in USD. Null means that nothing is. */
  auto_approve: AutoApproval | null
  /** Merchants approved automatically. Empty means any merchant. */
  merchants: Array<PolicyMerchant>
  /** Above this amount, the person who approves must have signed in again within the last five minutes. Null means above 100.00. */
  confirm_above: number | null
}

export interface Key {
  id: string
  name: string
  environment: Environment
  /** `agent`: a key for software. Whatever its scopes, it never reveals a number, raises or removes a limit, unfreezes a card, moves money beyond its budget or makes keys. */
  kind: KeyKind
  /** The scopes of the key. */
  scopes: Array<Scope>
  /** Whether the key can only read. A read-only key sees neither card numbers nor passcodes. */
  read_only: boolean
  /** The only cards that the key can reach. Null if the key is not limited to a list of cards. */
  card_ids: Array<string> | null
  /** Whether the key can reach only cards that were made with it. */
  own_cards: boolean
  /** The budget of the key. Null if it has none: a standard key is then limited by the wallet alone, and an agent key cannot move money. */
  budget: KeyBudget | null
  /** When the key expires, in real time. Null if it does not expire. */
  expires_at: string | null
  /** Which spend requests of the key are approved automatically. Null means that a person decides on all of them. */
  spend_policy: SpendPolicy | null
  /** The networks that requests with the key may come from. Null means anywhere. */
  ip_allow: Array<string> | null
  /** When the key was created. */
  created_at: string
}

export interface AuthorizationOutcome {
  approved: boolean
  decline_reason: DeclineReason | null
  /** The transaction. Null for a card number that was never issued. */
  transaction: Transaction | null
  /** The amount that the merchant asked for, in USD. Present when a partial approval was requested. */
  requested_amount?: number
}

export interface SandboxClock {
  /** The current workspace time. */
  now: string
}

export interface SandboxRates {
  /** The value of one unit of each currency in USD, as decimal text. */
  rates: Record<string, string>
  /** The currencies whose rate was set. The others use the built-in rate. */
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
  /** Up to 20 keys of your own. Values are text, numbers or booleans. */
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
    /** The amount that was added, in USD. */
    funded_amount: number
  }
  'transaction.authorized': Transaction & {
    authorization_id: string | null
    decline_reason: DeclineReason | null
    /** For an authorization or increment that passed all controls: every rule that was evaluated, and why it matched or not, with the values of that moment. */
    rule_results: Array<RuleResult>
    '3ds_status': ThreeDsStatus
  }
  'transaction.settled': Transaction & {
    authorization_id: string | null
    decline_reason: DeclineReason | null
    /** For an authorization or increment that passed all controls: every rule that was evaluated, and why it matched or not, with the values of that moment. */
    rule_results: Array<RuleResult>
    '3ds_status': ThreeDsStatus
  }
  'transaction.declined': Transaction & {
    authorization_id: string | null
    decline_reason: DeclineReason | null
    /** For an authorization or increment that passed all controls: every rule that was evaluated, and why it matched or not, with the values of that moment. */
    rule_results: Array<RuleResult>
    '3ds_status': ThreeDsStatus
  }
  'transaction.refunded': Transaction & {
    authorization_id: string | null
    decline_reason: DeclineReason | null
    /** For an authorization or increment that passed all controls: every rule that was evaluated, and why it matched or not, with the values of that moment. */
    rule_results: Array<RuleResult>
    '3ds_status': ThreeDsStatus
  }
  'transaction.reversed': Transaction & {
    authorization_id: string | null
    decline_reason: DeclineReason | null
    '3ds_status': ThreeDsStatus
    authorization_status: AuthorizationStatus | null
    /** The amount that the authorization still reserves, in USD. */
    held_amount: number
  }
  'transaction.expired': Transaction & {
    authorization_id: string | null
    decline_reason: DeclineReason | null
    '3ds_status': ThreeDsStatus
    authorization_status: AuthorizationStatus | null
    /** The amount that the authorization still reserves, in USD. */
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
  /** A BIN from GET /bins. May be omitted if the template names one. */
  bin_id?: string | undefined
  /** The amount in USD, from 1.00 to 5,000.00. */
  amount: number
  /** A template from GET /card-templates. It supplies the settings that this request leaves out. */
  template_id?: string | undefined
  /** Your name for the card. */
  label?: string | undefined
  /** The monthly limit in USD. Defaults to the maximum of the BIN. */
  spending_limit?: number | undefined
  /** Names from GET /categories or four-digit merchant category codes. Empty means all categories. */
  allowed_categories?: Array<string> | undefined
  /** Freezes the card when a debit leaves its balance below this amount. 0 turns this off. */
  auto_freeze_at?: number | undefined
  /** The spend controls of the card. Each given part replaces that part; null removes it. */
  controls?: ControlsParams | undefined
  /** Up to 20 keys of your own. Values are text, numbers or booleans. */
  metadata?: Record<string, string | number | boolean> | undefined
}

/** Of `cards.list`. */
export interface ListCardsParams {
  status?: CardStatus | undefined
  bin_id?: string | undefined
  /** A part of the label. Case is ignored, and % and _ have no special meaning. */
  label?: string | undefined
  /** A part of the label. Case is ignored. Four digits also find cards whose number ends in them. */
  search?: string | undefined
  /** The order of the list. With `last_used`, cards that were never used come last. `balance` and `last_used` change while you read, so they support pages but no cursor. */
  sort?: CardSort | undefined
  order?: Order | undefined
  /** The number of the page, counted from 1. With filters whose total is capped, the last page ends at the 10,000th item. */
  page?: number | undefined
  /** The number of items on a page. */
  per_page?: number | undefined
  /** The `nextCursor` of the previous page, with the same filters. Reading by cursor neither skips nor repeats an item while others are added, changed or removed. Cannot be combined with `page`. */
  cursor?: string | undefined
}

/** Of `cards.update`. */
export interface UpdateCardParams {
  /** Your name for the card. */
  label?: string | undefined
  /** The monthly limit in USD. */
  spending_limit?: number | undefined
  /** Names from GET /categories or four-digit merchant category codes. Empty means all categories. */
  allowed_categories?: Array<string> | undefined
  /** Freezes the card when a debit leaves its balance below this amount. 0 turns this off. */
  auto_freeze_at?: number | undefined
  /** Merged with the existing metadata. Null removes a key. */
  metadata?: Record<string, string | number | boolean | null> | undefined
  /** The spend controls of the card. Each given part replaces that part; null removes it. */
  controls?: ControlsParams | null | undefined
}

/** Of `cards.terminate`. */
export interface CardTermination {
  id: string
  status: 'terminated'
  /** The amount returned to the wallet, in USD. */
  refunded_amount: number
  /** When the card was terminated. */
  terminated_at: string
}

/** Of `cards.revealSession`. */
export interface CreateRevealSessionParams {
  /** The origin of the page that will contain the frame, or for an agent key the origin of the shop, which the person sees: `https://` and a host. The sandbox also accepts `http://localhost` and `http://127.0.0.1` with any port. */
  origin: string
  /** The appearance of the page. Every field is optional. */
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
  /** The reason, which is kept in the history of the old card. */
  reason: ReplacementReason
}

/** Of `cards.fund`. */
export interface FundCardParams {
  /** The amount in USD, from 1.00 to 5,000.00. */
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
  /** The amount in USD, from 0.01 to the balance of the card. */
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
  /** The name of the template. Surrounding spaces are removed. Two templates may have the same name. */
  name: string
  /** A BIN from GET /bins. */
  bin_id?: string | undefined
  /** The monthly limit in USD. Defaults to the maximum of the BIN. */
  spending_limit?: number | undefined
  /** Names from GET /categories or four-digit merchant category codes. Empty means all categories. */
  allowed_categories?: Array<string> | undefined
  /** Freezes the card when a debit leaves its balance below this amount. 0 turns this off. */
  auto_freeze_at?: number | undefined
  /** The spend controls of the card. Each given part replaces that part; null removes it. */
  controls?: ControlsParams | undefined
  /** Up to 20 keys of your own. Values are text, numbers or booleans. */
  metadata?: Record<string, string | number | boolean> | undefined
}

/** Of `cardTemplates.update`. */
export interface UpdateCardTemplateParams {
  /** The name of the template. Surrounding spaces are removed. Two templates may have the same name. */
  name?: string | undefined
  /** A BIN from GET /bins. Null means that the request to create a card names the BIN. */
  bin_id?: string | null | undefined
  /** The monthly limit in USD. Null means the maximum of the BIN. */
  spending_limit?: number | null | undefined
  /** Names from GET /categories or four-digit merchant category codes. Empty means all categories. */
  allowed_categories?: Array<string> | undefined
  /** Freezes the card when a debit leaves its balance below this amount. 0 turns this off. */
  auto_freeze_at?: number | undefined
  /** The spend controls of the card. Each given part replaces that part; null removes it. */
  controls?: ControlsParams | undefined
  /** Merged with the existing metadata. Null removes a key. */
  metadata?: Record<string, string | number | boolean | null> | undefined
}

/** Of `cardTemplates.delete`. */
export interface CardTemplateDeletion {
  id: string
  deleted: true
}

/** Of `spendRequests.create`. */
export interface CreateSpendRequestParams {
  /** The amount in USD, from 1.00 to 5,000.00. */
  amount: number
  merchant: NewRequestedMerchantParams
  /** What for, to the person who decides. One line, without invisible characters. */
  reason: string
  /** How long the card can be used after the approval, in seconds. */
  valid_for?: number | undefined
  /** Up to 20 keys of your own. Values are text, numbers or booleans. */
  metadata?: Record<string, string | number | boolean> | undefined
}

/** Of `spendRequests.list`. */
export interface ListSpendRequestsParams {
  status?: SpendRequestStatus | undefined
  /** The number of the page, counted from 1. With filters whose total is capped, the last page ends at the 10,000th item. */
  page?: number | undefined
  /** The number of items on a page. */
  per_page?: number | undefined
  /** The `nextCursor` of the previous page, with the same filters. Reading by cursor neither skips nor repeats an item while others are added, changed or removed. Cannot be combined with `page`. */
  cursor?: string | undefined
}

/** Of `spendRequests.approve`. */
export interface ApproveSpendRequestParams {
  /** A note to the requester. */
  note?: string | undefined
  /** `name`: the card works only where the merchant of the request charges. `first_merchant`: it works at the merchant that charges it first, whatever its name, for a shop that charges under a name nobody knows beforehand. */
  bind?: CardBinding | undefined
}

/** Of `spendRequests.deny`. */
export interface DenySpendRequestParams {
  /** A note to the requester. */
  note?: string | undefined
}

/** Of `spendRequests.reportOutcome`. */
export interface ReportSpendOutcomeParams {
  /** `success`: the purchase was made. `blocked`: the shop did not accept the purchase. `abandoned`: the purchase was given up. */
  outcome: SpendOutcome
  /** What happened, in words. */
  note?: string | undefined
}

/** Of `transactions.list`. */
export interface ListTransactionsParams {
  card_id?: string | undefined
  type?: TransactionType | undefined
  /** The start of the range, ISO 8601, inclusive. A bare date means that UTC day. */
  from?: string | undefined
  /** The end of the range, ISO 8601, inclusive. A bare date means that whole UTC day. */
  to?: string | undefined
  /** A part of the merchant's name. Case is ignored. */
  merchant?: string | undefined
  /** An amount in USD, compared with the absolute value of the transaction's amount. */
  min_amount?: number | undefined
  /** An amount in USD, compared with the absolute value of the transaction's amount. */
  max_amount?: number | undefined
  /** The number of the page, counted from 1. With filters whose total is capped, the last page ends at the 10,000th item. */
  page?: number | undefined
  /** The number of items on a page. */
  per_page?: number | undefined
  /** The `nextCursor` of the previous page, with the same filters. Reading by cursor neither skips nor repeats an item while others are added, changed or removed. Cannot be combined with `page`. */
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
  /** The number of the page, counted from 1. With filters whose total is capped, the last page ends at the 10,000th item. */
  page?: number | undefined
  /** The number of items on a page. */
  per_page?: number | undefined
  /** The `nextCursor` of the previous page, with the same filters. Reading by cursor neither skips nor repeats an item while others are added, changed or removed. Cannot be combined with `page`. */
  cursor?: string | undefined
}

/** Of `wallet.transactions.list`. */
export interface ListWalletTransactionsParams {
  /** The number of the page, counted from 1. With filters whose total is capped, the last page ends at the 10,000th item. */
  page?: number | undefined
  /** The number of items on a page. */
  per_page?: number | undefined
  /** The `nextCursor` of the previous page, with the same filters. Reading by cursor neither skips nor repeats an item while others are added, changed or removed. Cannot be combined with `page`. */
  cursor?: string | undefined
}

/** Of `threeDs.list`. */
export interface ListChallengesParams {
  card_id?: string | undefined
  status?: ChallengeStatus | undefined
  /** The number of the page, counted from 1. With filters whose total is capped, the last page ends at the 10,000th item. */
  page?: number | undefined
  /** The number of items on a page. */
  per_page?: number | undefined
  /** The `nextCursor` of the previous page, with the same filters. Reading by cursor neither skips nor repeats an item while others are added, changed or removed. Cannot be combined with `page`. */
  cursor?: string | undefined
}

/** Of `rules.create`. */
export interface CreateRuleParams {
  name: string
  /** `challenge` declines with `authentication_required` unless 3-D Secure was completed. */
  action: RuleAction
  /** The conditions. All of them must hold. */
  when: Array<RuleCondition>
  /** The cards that the rule applies to, at most 100. Null, or omitted, means all cards. */
  card_ids?: Array<string> | null | undefined
  /** `shadow`: the rule is evaluated and recorded but stops nothing. `active`: it stops matching payments. `off`: it is not evaluated. */
  state?: RuleState | undefined
}

/** Of `rules.update`. */
export interface UpdateRuleParams {
  name?: string | undefined
  /** `challenge` declines with `authentication_required` unless 3-D Secure was completed. */
  action?: RuleAction | undefined
  /** The conditions. All of them must hold. */
  when?: Array<RuleCondition> | undefined
  /** The cards that the rule applies to, at most 100. Null, or omitted, means all cards. */
  card_ids?: Array<string> | null | undefined
  /** `shadow`: the rule is evaluated and recorded but stops nothing. `active`: it stops matching payments. `off`: it is not evaluated. */
  state?: RuleState | undefined
}

/** Of `rules.delete`. */
export interface RuleDeletion {
  id: string
  deleted: true
}

/** Of `rules.versions.list`. */
export interface ListRuleVersionsParams {
  /** The number of the page, counted from 1. With filters whose total is capped, the last page ends at the 10,000th item. */
  page?: number | undefined
  /** The number of items on a page. */
  per_page?: number | undefined
  /** The `nextCursor` of the previous page, with the same filters. Reading by cursor neither skips nor repeats an item while others are added, changed or removed. Cannot be combined with `page`. */
  cursor?: string | undefined
}

/** Of `rules.report`. */
export interface GetRuleReportParams {
  /** The start of the range, ISO 8601, inclusive. A bare date means that UTC day. */
  from?: string | undefined
  /** The end of the range, ISO 8601, inclusive. A bare date means that whole UTC day. */
  to?: string | undefined
}

/** Of `rules.backtests.create`. */
export interface CreateRuleBacktestParams {
  /** The start of the range, ISO 8601, inclusive. A bare date means that UTC day. */
  from: string
  /** The end of the range, ISO 8601, inclusive. A bare date means that whole UTC day. */
  to: string
}

/** Of `webhooks.create`. */
export interface CreateWebhookParams {
  /** An HTTPS URL at a public address. On a laptop, the sandbox also accepts http://localhost and http://127.0.0.1. */
  url: string
  /** The event types. `*` alone subscribes to all of them. */
  events: Array<WebhookEventType>
  /** A signing secret of your own: 16 to 256 printable ASCII characters. Generated if omitted. */
  secret?: string | undefined
}

/** Of `webhooks.update`. */
export interface UpdateWebhookParams {
  /** An HTTPS URL at a public address. On a laptop, the sandbox also accepts http://localhost and http://127.0.0.1. */
  url?: string | undefined
  /** The event types. `*` alone subscribes to all of them. */
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
  /** A signing secret of your own: 16 to 256 printable ASCII characters. Generated if omitted. */
  secret?: string | undefined
}

/** Of `webhooks.deliveries.list`. */
export interface ListDeliveriesParams {
  status?: DeliveryStatus | undefined
  /** The number of the page, counted from 1. With filters whose total is capped, the last page ends at the 10,000th item. */
  page?: number | undefined
  /** The number of items on a page. */
  per_page?: number | undefined
  /** The `nextCursor` of the previous page, with the same filters. Reading by cursor neither skips nor repeats an item while others are added, changed or removed. Cannot be combined with `page`. */
  cursor?: string | undefined
}

/** Of `decisionHook.set`. */
export interface PutDecisionHookParams {
  /** An HTTPS URL at a public address. On a laptop, the sandbox also accepts http://localhost and http://127.0.0.1. */
  url: string
  /** How long an answer is waited for. At most 2000 in production, where a merchant waits for it too. In a sandbox it may be longer, so that a handler can be stepped through; only that authorization waits, and at most ten of a workspace wait longer than 2000 at the same time. */
  timeout_ms?: number | undefined
  /** The decision when no valid answer comes in time, and while the hook is paused because it kept failing. */
  on_timeout?: DecisionFallback | undefined
  active?: boolean | undefined
  /** The cards whose authorizations are sent to the hook. Null, or omitted, means all cards. */
  card_ids?: Array<string> | null | undefined
  /** A signing secret of your own: 16 to 256 printable ASCII characters. Generated if omitted. */
  secret?: string | undefined
}

/** Of `decisionHook.delete`. */
export interface DecisionHookDeletion {
  id: string
  deleted: true
}

/** Of `decisionHook.rotateSecret`. */
export interface RotateDecisionHookSecretParams {
  /** A signing secret of your own: 16 to 256 printable ASCII characters. Generated if omitted. */
  secret?: string | undefined
}

/** Of `decisionHook.attempts.list`. */
export interface ListDecisionAttemptsParams {
  card_id?: string | undefined
  outcome?: DecisionOutcome | undefined
  /** The number of the page, counted from 1. With filters whose total is capped, the last page ends at the 10,000th item. */
  page?: number | undefined
  /** The number of items on a page. */
  per_page?: number | undefined
  /** The `nextCursor` of the previous page, with the same filters. Reading by cursor neither skips nor repeats an item while others are added, changed or removed. Cannot be combined with `page`. */
  cursor?: string | undefined
}

/** Of `events.list`. */
export interface ListEventsParams {
  type?: EventType | undefined
  /** The start of the range, ISO 8601, inclusive. A bare date means that UTC day. */
  from?: string | undefined
  /** The end of the range, ISO 8601, inclusive. A bare date means that whole UTC day. */
  to?: string | undefined
  /** Returns only events after this sequence. */
  after_sequence?: number | undefined
  order?: Order | undefined
  /** The number of the page, counted from 1. With filters whose total is capped, the last page ends at the 10,000th item. */
  page?: number | undefined
  /** The number of items on a page. */
  per_page?: number | undefined
  /** The `nextCursor` of the previous page, with the same filters. Reading by cursor neither skips nor repeats an item while others are added, changed or removed. Cannot be combined with `page`. */
  cursor?: string | undefined
}

/** Of `events.stream`. */
export interface StreamEventsParams {
  /** Returns only events after this sequence. */
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
  /** A status such as `404`, or a class of statuses such as `4xx`. */
  status?: string | undefined
  /** A part of the path. Case is ignored. */
  path?: string | undefined
  request_id?: string | undefined
  /** Returns only requests by API keys, or only requests by people in the dashboard. */
  source?: 'api_key' | 'dashboard' | undefined
  /** The start of the range, ISO 8601, inclusive. A bare date means that UTC day. */
  from?: string | undefined
  /** The end of the range, ISO 8601, inclusive. A bare date means that whole UTC day. */
  to?: string | undefined
  /** The number of the page, counted from 1. With filters whose total is capped, the last page ends at the 10,000th item. */
  page?: number | undefined
  /** The number of items on a page. */
  per_page?: number | undefined
  /** The `nextCursor` of the previous page, with the same filters. Reading by cursor neither skips nor repeats an item while others are added, changed or removed. Cannot be combined with `page`. */
  cursor?: string | undefined
}

/** Of `sandbox.deposits.create`. */
export interface SimulateDepositParams {
  currency: Currency
  /** The amount in units of the currency, as decimal text. */
  amount_crypto: string
  confirm?: boolean | undefined
}

/** Of `sandbox.authorizations.create`. */
export type SimulateAuthorizationParams =
  | {
      card_id: string
      /** The amount in units of `currency`, with no more decimals than the currency has: two for USD and most others, none for JPY, three for BHD. */
      amount: number
      /** The currency, ISO 4217. Currencies other than USD are converted at the rate of `GET /sandbox/rates`. */
      currency?: string | undefined
      merchant: MerchantParams
      three_ds_challenge_id?: string | undefined
      /** Whether to approve up to the balance instead of declining. */
      partial?: boolean | undefined
      pan?: undefined
      cvv?: undefined
      exp_month?: undefined
      exp_year?: undefined
    }
  | {
      /** The card number, instead of `card_id`, as a merchant would send it. */
      pan: string
      cvv?: string | undefined
      exp_month?: number | undefined
      exp_year?: number | undefined
      /** The amount in units of `currency`, with no more decimals than the currency has: two for USD and most others, none for JPY, three for BHD. */
      amount: number
      /** The currency, ISO 4217. Currencies other than USD are converted at the rate of `GET /sandbox/rates`. */
      currency?: string | undefined
      merchant: MerchantParams
      three_ds_challenge_id?: string | undefined
      /** Whether to approve up to the balance instead of declining. */
      partial?: boolean | undefined
      card_id?: undefined
    }

/** Of `sandbox.authorizations.increment`. */
export interface IncrementAuthorizationParams {
  /** The amount in units of `currency`, with no more decimals than the currency has: two for USD and most others, none for JPY, three for BHD. */
  amount: number
  /** The currency, ISO 4217. Currencies other than USD are converted at the rate of `GET /sandbox/rates`. */
  currency?: string | undefined
}

/** Of `sandbox.authorizations.settle`. */
export interface SettleAuthorizationParams {
  /** The amount in units of `currency`, with no more decimals than the currency has: two for USD and most others, none for JPY, three for BHD. */
  amount?: number | undefined
  /** The currency, ISO 4217. Currencies other than USD are converted at the rate of `GET /sandbox/rates`. */
  currency?: string | undefined
  final?: boolean | undefined
}

/** Of `sandbox.authorizations.reverse`. */
export interface ReverseAuthorizationParams {
  /** The amount in USD, at least 0.01. */
  amount?: number | undefined
}

/** Of `sandbox.settlements.create`. */
export interface SimulateSettlementParams {
  card_id: string
  /** The amount in units of `currency`, with no more decimals than the currency has: two for USD and most others, none for JPY, three for BHD. */
  amount: number
  /** The currency, ISO 4217. Currencies other than USD are converted at the rate of `GET /sandbox/rates`. */
  currency?: string | undefined
  merchant: MerchantParams
}

/** Of `sandbox.refunds.create`. */
export type SimulateRefundParams =
  | {
      /** The settlement to refund. */
      transaction_id: string
      /** The amount in units of `currency`, with no more decimals than the currency has: two for USD and most others, none for JPY, three for BHD. */
      amount?: number | undefined
      /** The currency, ISO 4217. Currencies other than USD are converted at the rate of `GET /sandbox/rates`. */
      currency?: string | undefined
      card_id?: undefined
      merchant?: undefined
    }
  | {
      card_id: string
      merchant: MerchantParams
      /** The amount in units of `currency`, with no more decimals than the currency has: two for USD and most others, none for JPY, three for BHD. */
      amount: number
      /** The currency, ISO 4217. Currencies other than USD are converted at the rate of `GET /sandbox/rates`. */
      currency?: string | undefined
      transaction_id?: undefined
    }

/** Of `sandbox.threeDs.create`. */
export interface SimulateChallengeParams {
  card_id: string
  merchant: string
  /** The amount in USD, at least 0.01. */
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
  /** The value of one unit in USD by ISO 4217 code, as decimal text above zero. The given rates replace all that were set before; an empty object restores the built-in rates. */
  rates: Record<string, string>
}

/** Of `sandbox.reset`. */
export interface SandboxReset {
  ok: true
}

export interface ControlLimit {
  window: LimitWindow
  /** The maximum amount in USD. Null if only purchases are counted. */
  amount: number | null
  /** The maximum number of purchases. Null if only the amount counts. */
  count: number | null
  /** The categories that count. Empty means that every purchase counts. */
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
  /** The address of the shop. */
  url: string | null
  /** The network's id of the merchant. */
  id: string | null
}

export interface Merchant {
  name: string
  /** The merchant category, a name from GET /categories. */
  category: string
  mcc: string
  country: string
}

export interface DeclineDetail {
  window?: LimitWindow
  categories?: Array<string>
  /** The unit of `limit` and `used`: USD or purchases. */
  unit?: LimitUnit
  limit?: number
  /** How much of the limit was used before this purchase. */
  used?: number
  /** When the window resets. Null if it never resets. */
  resets_at?: string | null
  /** The rule that stopped the payment. */
  rule_id?: string
  /** Why the rule stopped the payment, in words. */
  explanation?: string
  /** The reason that the hook gave. Present for `hook_declined`. */
  reason?: string
  /** Of an increment after the last use has ended the card: what the card returned to the wallet when it ended, USD. Increments may take no more. */
  returned?: number
  /** With `returned`: what increments, and settlements above their hold, have taken since, USD. */
  taken?: number
}

export interface Decision {
  /** The id of the question. */
  id: string
  hook_id: string
  /** The hook's answer. Without a valid answer: `timeout` if none came in time, `error` if the answer was invalid or the connection failed, `fallback` if the hook was not asked because it kept failing or no time was left. */
  outcome: DecisionOutcome
  /** The fallback that was applied. Null if the hook answered. */
  fallback: DecisionFallback | null
  /** The time that the hook took to answer, in milliseconds. */
  duration_ms: number
  /** The metadata of the hook's answer. */
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
  /** The processor's own reason. Present for `declined_by_processor`. */
  processor_word: string | null
  /** When this happened. */
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
  /** The UTC day, in workspace time. */
  date: string
  /** The number of payments that the rule matched, in any state. */
  matched: number
  /** The number of payments that the rule stopped while it was active. Their declines name it as `rule_id`. */
  acted: number
}

export interface BacktestDay {
  /** The UTC day, in workspace time. */
  date: string
  /** The number of payments that the rule would have declined or challenged. */
  would_stop: number
  /** How many of them had been approved. */
  false: number
  /** The sum of the payments that the rule would have stopped, in USD. */
  amount: number
}

export interface BacktestExample {
  transaction_id: string
  /** The amount of the payment in USD, positive. */
  amount: number
  /** Whether the payment was approved at the time. */
  approved: boolean
  explanation: string
  /** When the payment was decided. */
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
  /** At most 10 limits. Each has an amount, a count or both. */
  limits?: Array<ControlLimitParams> | null | undefined
  merchants?: ControlMerchantsParams | null | undefined
  categories?: ControlCategoriesParams | null | undefined
  countries?: ControlCountriesParams | null | undefined
  /** The number of purchases after which the card is terminated. */
  uses?: number | null | undefined
  /** `first` locks the card to the first merchant that is approved. */
  merchant_lock?: MerchantLock | null | undefined
  /** Purchases before this time are declined. */
  active_from?: string | null | undefined
  /** Purchases from this time on are declined. */
  active_until?: string | null | undefined
}

export interface RevealThemeParams {
  /** The default colours of the page. `auto` follows the device. */
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
  /** A font family of the device. */
  font_family?: RevealFontFamily | undefined
  /** The size of the text, in pixels. */
  font_size?: number | undefined
  /** The radius of the corners of the buttons, in pixels. */
  radius?: number | undefined
  /** Whether the page shows when it will hide the number. */
  timer?: boolean | undefined
  /** The space around the content, in pixels. */
  padding?: number | undefined
}

export interface NewRequestedMerchantParams {
  /** A part of the name under which the merchant charges cards. The card works nowhere else. At least three characters, without *. A URL belongs in `url`. */
  name: string
  /** An https address, shown to the person who decides. */
  url?: string | undefined
  /** The network's id of the merchant. If it is given, the id must match instead of the name. */
  id?: string | undefined
}

export interface MerchantParams {
  name: string
  /** The merchant category code, ISO 18245. */
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
  /** The merchant category, a name from GET /categories. */
  category: string
  mcc: string
  country: string
  /** The city that the merchant reports. Null if it is not known. */
  city: string | null
}

export interface ControlLimitParams {
  /** The window of the limit, a UTC calendar unit. A week begins on Monday. */
  window: LimitWindow
  /** The maximum amount in USD. */
  amount?: number | undefined
  /** The maximum number of purchases. */
  count?: number | undefined
  /** The categories that count, as names from GET /categories or merchant category codes. Empty means that every purchase counts. */
  categories?: Array<string> | undefined
}

export interface ControlMerchantsParams {
  /** Merchants that are allowed. A merchant passes if it is on this list or in `allowed_categories`. */
  allowed?: Array<MerchantPatternParams> | undefined
  /** Merchants that are always declined. */
  blocked?: Array<MerchantPatternParams> | undefined
}

export interface ControlCategoriesParams {
  /** Names from GET /categories or four-digit merchant category codes. */
  blocked?: Array<string> | undefined
}

export interface ControlCountriesParams {
  /** Only merchants in these countries are allowed. */
  allowed?: Array<string> | undefined
  /** Merchants in these countries are declined. Cannot be combined with `allowed`. */
  blocked?: Array<string> | undefined
}

export interface MerchantPatternParams {
  /** The network's id of the merchant. */
  id?: string | undefined
  /** The name of the merchant. Case is ignored, and * matches any text. */
  name?: string | undefined
}
