// Made from openapi.json by sdks/node/generate; `npm run generate -w sdks/node` writes it anew.

import type { ApiPromise } from '../api-promise.ts'
import type { CardwrightEvent } from '../event.ts'
import type { RequestOptions } from '../options.ts'
import type { PagePromise } from '../page.ts'
import { Resource } from '../resource.ts'
import type {
  AdvanceSandboxClockParams,
  ApproveSpendRequestParams,
  AuthorizationOutcome,
  Bin,
  Card,
  CardDetails,
  CardFreeze,
  CardFunding,
  CardLimits,
  CardListItem,
  CardSummary,
  CardTemplate,
  CardTemplateDeletion,
  CardTermination,
  CardWithdrawal,
  Category,
  CreateCardParams,
  CreateCardTemplateParams,
  CreateRevealSessionParams,
  CreateRuleBacktestParams,
  CreateRuleParams,
  CreateSpendRequestParams,
  CreateWebhookParams,
  DecisionAttempt,
  DecisionHook,
  DecisionHookDeletion,
  DecisionHookWithSecret,
  Delivery,
  DenySpendRequestParams,
  Deposit,
  DepositAddresses,
  EventResend,
  Explanation,
  FullTransaction,
  FundCardParams,
  GetDepositAddressParams,
  GetRuleReportParams,
  IncrementAuthorizationParams,
  Key,
  ListCardsParams,
  ListChallengesParams,
  ListDecisionAttemptsParams,
  ListDeliveriesParams,
  ListDepositsParams,
  ListEventsParams,
  ListRequestLogsParams,
  ListRuleVersionsParams,
  ListSpendRequestsParams,
  ListTransactionsParams,
  ListWalletTransactionsParams,
  LoggedRequest,
  PutDecisionHookParams,
  ReplaceCardParams,
  ReportSpendOutcomeParams,
  ResendEventParams,
  RevealSession,
  ReverseAuthorizationParams,
  RotateDecisionHookSecretParams,
  RotateWebhookSecretParams,
  Rule,
  RuleBacktest,
  RuleDeletion,
  RuleReport,
  RuleVersion,
  SandboxClock,
  SandboxRates,
  SandboxReset,
  SetSandboxRatesParams,
  SettleAuthorizationParams,
  SimulateAuthorizationParams,
  SimulateChallengeParams,
  SimulateDepositParams,
  SimulateRefundParams,
  SimulateSettlementParams,
  SpendRequest,
  StreamEventsParams,
  ThreeDsChallenge,
  Transaction,
  UpdateCardParams,
  UpdateCardTemplateParams,
  UpdateRuleParams,
  UpdateWebhookParams,
  VerifyChallengeParams,
  WalletBalance,
  WalletTransaction,
  Webhook,
  WebhookDeletion,
  WebhookWithSecret,
  WithdrawFromCardParams,
} from './schemas.ts'

export class CardsResource extends Resource {
  /** Create a card.
   *
   * Issues a virtual card and funds it from the wallet. The card is active at once and enrolled in 3-D Secure. With `template_id` the template fills what the request leaves out: a part of `controls` that is given takes the place of that part, and keys of `metadata` those of the same name. */
  create(params: CreateCardParams, options?: RequestOptions): ApiPromise<Card> {
    return this.sender.one({ method: 'POST', path: '/cards', body: params }, options)
  }

  /** List cards */
  list(params?: ListCardsParams, options?: RequestOptions): PagePromise<CardListItem> {
    return this.sender.page({ method: 'GET', path: '/cards', query: params }, options)
  }

  /** Get a card.
   *
   * The card without its number and CVV. */
  get(cardId: string, options?: RequestOptions): ApiPromise<CardSummary> {
    return this.sender.one({ method: 'GET', path: '/cards/{card_id}', ids: { card_id: cardId } }, options)
  }

  /** Update a card.
   *
   * Changes the settings that are given and leaves the others. Works on a frozen card. Metadata that a rule reads (`card_metadata.KEY`) is a control: a key needs `controls:write` to change it, and an agent key never does. */
  update(cardId: string, params?: UpdateCardParams, options?: RequestOptions): ApiPromise<Card> {
    return this.sender.one(
      { method: 'PATCH', path: '/cards/{card_id}', ids: { card_id: cardId }, body: params },
      options,
    )
  }

  /** Terminate a card.
   *
   * Permanent. What is available returns to the wallet at once; held money stays reserved until it settles, reverses or expires, and what is left of it follows. Repeating it answers with the first result. */
  terminate(cardId: string, options?: RequestOptions): ApiPromise<CardTermination> {
    return this.sender.one({ method: 'DELETE', path: '/cards/{card_id}', ids: { card_id: cardId } }, options)
  }

  /** Reveal a card.
   *
   * Number, CVV, expiry and billing address. Sensitive under PCI DSS: do not log it, do not store it unencrypted. Every read is in the audit log. 30 requests a minute. A read-only key gets 403. */
  details(cardId: string, options?: RequestOptions): ApiPromise<CardDetails> {
    return this.sender.one({ method: 'GET', path: '/cards/{card_id}/details', ids: { card_id: cardId } }, options)
  }

  /** Show a card without touching its number.
   *
   * A page of this service shows number, expiry and CVV inside yours: it opens once, within five minutes, and only inside a page of `origin`. Your page never sees a digit. An agent key needs `cards:read` and asks for cards that were made through it: it gets the address of a page of the dashboard that a signed-in person with the right `reveal` opens, and that no program can open. Counts as a reveal: 30 a minute, in the audit log. Where the processor of a card shows numbers itself, `url` is a page of the processor. */
  revealSession(
    cardId: string,
    params: CreateRevealSessionParams,
    options?: RequestOptions,
  ): ApiPromise<RevealSession> {
    return this.sender.one(
      { method: 'POST', path: '/cards/{card_id}/reveal-sessions', ids: { card_id: cardId }, body: params },
      options,
    )
  }

  /** What a card has used of its limits.
   *
   * The monthly spending limit first, then the limits of its controls in their order. Exact: each purchase is judged on these numbers, in the commit that changes them. */
  limits(cardId: string, options?: RequestOptions): ApiPromise<CardLimits> {
    return this.sender.one({ method: 'GET', path: '/cards/{card_id}/limits', ids: { card_id: cardId } }, options)
  }

  /** Freeze a card.
   *
   * Suspends all transactions; the balance is kept. Freezing a frozen card changes nothing. */
  freeze(cardId: string, options?: RequestOptions): ApiPromise<CardFreeze> {
    return this.sender.one({ method: 'POST', path: '/cards/{card_id}/freeze', ids: { card_id: cardId } }, options)
  }

  /** Unfreeze a card.
   *
   * Transactions are possible again. Unfreezing an active card changes nothing. */
  unfreeze(cardId: string, options?: RequestOptions): ApiPromise<Card> {
    return this.sender.one({ method: 'POST', path: '/cards/{card_id}/unfreeze', ids: { card_id: cardId } }, options)
  }

  /** Replace a card.
   *
   * For a card that is lost, stolen or known to others. The old card is terminated; the new one has another number and the balance, settings, metadata and used limits of the old one, and is active, also where the old one was frozen. Holds stay with the old card and settle there: the wallet pays what is above them, and gets what is left of them. An overdraft of the old card is paid by the wallet. Counts as the creation of a card. Where a processor refuses the new card, the old one is terminated all the same, and its balance is in the wallet. */
  replace(cardId: string, params: ReplaceCardParams, options?: RequestOptions): ApiPromise<Card> {
    return this.sender.one(
      { method: 'POST', path: '/cards/{card_id}/replace', ids: { card_id: cardId }, body: params },
      options,
    )
  }

  /** Fund a card.
   *
   * Moves money from the wallet to the card. An overdraft of the card is filled first. */
  fund(cardId: string, params: FundCardParams, options?: RequestOptions): ApiPromise<CardFunding> {
    return this.sender.one(
      { method: 'POST', path: '/cards/{card_id}/fund', ids: { card_id: cardId }, body: params },
      options,
    )
  }

  /** Withdraw from a card.
   *
   * Moves money from the card back to the wallet, up to its balance. */
  withdraw(cardId: string, params: WithdrawFromCardParams, options?: RequestOptions): ApiPromise<CardWithdrawal> {
    return this.sender.one(
      { method: 'POST', path: '/cards/{card_id}/withdraw', ids: { card_id: cardId }, body: params },
      options,
    )
  }
}

export class CardTemplatesResource extends Resource {
  /** Create a card template.
   *
   * Settings for cards to come. `template_id` at the creation of a card fills what its request leaves out. At most 200 templates. */
  create(params: CreateCardTemplateParams, options?: RequestOptions): ApiPromise<CardTemplate> {
    return this.sender.one({ method: 'POST', path: '/card-templates', body: params }, options)
  }

  /** List card templates.
   *
   * All of them, newest first. */
  list(options?: RequestOptions): PagePromise<CardTemplate> {
    return this.sender.page({ method: 'GET', path: '/card-templates' }, options)
  }

  /** Get a card template */
  get(templateId: string, options?: RequestOptions): ApiPromise<CardTemplate> {
    return this.sender.one(
      { method: 'GET', path: '/card-templates/{template_id}', ids: { template_id: templateId } },
      options,
    )
  }

  /** Update a card template.
   *
   * Changes the settings that are given and leaves the others. Cards that exist stay as they are. */
  update(templateId: string, params?: UpdateCardTemplateParams, options?: RequestOptions): ApiPromise<CardTemplate> {
    return this.sender.one(
      { method: 'PATCH', path: '/card-templates/{template_id}', ids: { template_id: templateId }, body: params },
      options,
    )
  }

  /** Delete a card template.
   *
   * Cards that were created from it stay as they are. */
  delete(templateId: string, options?: RequestOptions): ApiPromise<CardTemplateDeletion> {
    return this.sender.one(
      { method: 'DELETE', path: '/card-templates/{template_id}', ids: { template_id: templateId } },
      options,
    )
  }
}

export class SpendRequestsResource extends Resource {
  /** Ask for money for one purchase.
   *
   * A person, or a key that may approve, decides; the policy of the key may have decided already, and then the answer is `approved`. Approval makes a card with the amount on it that can be used once, at this merchant, for `valid_for` seconds. What nobody decides within ten minutes expires. */
  create(params: CreateSpendRequestParams, options?: RequestOptions): ApiPromise<SpendRequest> {
    return this.sender.one({ method: 'POST', path: '/spend-requests', body: params }, options)
  }

  /** List spend requests.
   *
   * Newest first. An agent key, and one that is bound to cards, sees its own. `total` is counted up to 10,000. */
  list(params?: ListSpendRequestsParams, options?: RequestOptions): PagePromise<SpendRequest> {
    return this.sender.page({ method: 'GET', path: '/spend-requests', query: params }, options)
  }

  /** Get a spend request */
  get(spendRequestId: string, options?: RequestOptions): ApiPromise<SpendRequest> {
    return this.sender.one(
      { method: 'GET', path: '/spend-requests/{spend_request_id}', ids: { spend_request_id: spendRequestId } },
      options,
    )
  }

  /** Approve a spend request.
   *
   * Makes the card in the same commit: funded with the amount, for one purchase at this merchant, or at the first one that charges it (`bind`). A key does not approve what it asked for itself. Above the amount that the policy of the key names (100.00 where it names none), a person must have proved within five minutes who they are. */
  approve(
    spendRequestId: string,
    params?: ApproveSpendRequestParams,
    options?: RequestOptions,
  ): ApiPromise<SpendRequest> {
    return this.sender.one(
      {
        method: 'POST',
        path: '/spend-requests/{spend_request_id}/approve',
        ids: { spend_request_id: spendRequestId },
        body: params,
      },
      options,
    )
  }

  /** Deny a spend request */
  deny(spendRequestId: string, params?: DenySpendRequestParams, options?: RequestOptions): ApiPromise<SpendRequest> {
    return this.sender.one(
      {
        method: 'POST',
        path: '/spend-requests/{spend_request_id}/deny',
        ids: { spend_request_id: spendRequestId },
        body: params,
      },
      options,
    )
  }

  /** Cancel a spend request.
   *
   * For one that is no longer wanted. Where it is approved already and its card was not used, the card is terminated, the money is back in the wallet, and the amount is back in the budget of the key while the window lasts in which it was approved. */
  cancel(spendRequestId: string, options?: RequestOptions): ApiPromise<SpendRequest> {
    return this.sender.one(
      { method: 'POST', path: '/spend-requests/{spend_request_id}/cancel', ids: { spend_request_id: spendRequestId } },
      options,
    )
  }

  /** Report what became of a purchase.
   *
   * For the people who approved it. With `blocked` and `abandoned` nothing more is to be bought: a card that is not terminated yet is terminated, and its money returns to the wallet. A later report takes the place of an earlier one. Only for a request that was approved. */
  reportOutcome(
    spendRequestId: string,
    params: ReportSpendOutcomeParams,
    options?: RequestOptions,
  ): ApiPromise<SpendRequest> {
    return this.sender.one(
      {
        method: 'POST',
        path: '/spend-requests/{spend_request_id}/outcome',
        ids: { spend_request_id: spendRequestId },
        body: params,
      },
      options,
    )
  }
}

export class TransactionsResource extends Resource {
  /** List transactions.
   *
   * Newest first. `total` is exact without filters and for `card_id` and `type`; with others it is counted up to 10,000. */
  list(params?: ListTransactionsParams, options?: RequestOptions): PagePromise<Transaction> {
    return this.sender.page({ method: 'GET', path: '/transactions', query: params }, options)
  }

  /** Get a transaction.
   *
   * With its 3-D Secure status and the timeline of the authorization it belongs to. */
  get(txnId: string, options?: RequestOptions): ApiPromise<FullTransaction> {
    return this.sender.one({ method: 'GET', path: '/transactions/{txn_id}', ids: { txn_id: txnId } }, options)
  }

  /** Explain a transaction.
   *
   * What was judged, in order, with the numbers of that moment, and whether the same purchase would pass now. Nothing is changed. */
  explain(txnId: string, options?: RequestOptions): ApiPromise<Explanation> {
    return this.sender.one(
      { method: 'GET', path: '/transactions/{txn_id}/explanation', ids: { txn_id: txnId } },
      options,
    )
  }
}

export class WalletDepositsResource extends Resource {
  /** List deposits.
   *
   * Newest first. `total` is counted up to 10,000. */
  list(params?: ListDepositsParams, options?: RequestOptions): PagePromise<Deposit> {
    return this.sender.page({ method: 'GET', path: '/wallet/deposits', query: params }, options)
  }

  /** Get a deposit */
  get(depositId: string, options?: RequestOptions): ApiPromise<Deposit> {
    return this.sender.one(
      { method: 'GET', path: '/wallet/deposits/{deposit_id}', ids: { deposit_id: depositId } },
      options,
    )
  }
}

export class WalletTransactionsResource extends Resource {
  /** List movements of the wallet.
   *
   * Every movement of the wallet, the last one first: each `balance_after` is the one below it plus `amount`. */
  list(params?: ListWalletTransactionsParams, options?: RequestOptions): PagePromise<WalletTransaction> {
    return this.sender.page({ method: 'GET', path: '/wallet/transactions', query: params }, options)
  }
}

export class WalletResource extends Resource {
  readonly deposits = new WalletDepositsResource(this.sender)

  readonly transactions = new WalletTransactionsResource(this.sender)

  /** Get the wallet balance */
  balance(options?: RequestOptions): ApiPromise<WalletBalance> {
    return this.sender.one({ method: 'GET', path: '/wallet/balance' }, options)
  }

  /** Get deposit addresses.
   *
   * One address for each currency, kept for ever. With `currency`, the same three objects hold that one key. A currency that is not set up in this installation is left out; asked for by name, or when none is set up, the answer is `invalid_currency`. */
  depositAddress(params?: GetDepositAddressParams, options?: RequestOptions): ApiPromise<DepositAddresses> {
    return this.sender.one({ method: 'GET', path: '/wallet/deposit-address', query: params }, options)
  }
}

export class BinsResource extends Resource {
  /** List BIN ranges.
   *
   * The card number ranges a card can be created from, with their capabilities and limits. The list comes whole. */
  list(options?: RequestOptions): PagePromise<Bin> {
    return this.sender.page({ method: 'GET', path: '/bins' }, options)
  }
}

export class CategoriesResource extends Resource {
  /** List merchant categories.
   *
   * The names that `allowed_categories` takes, each with the merchant category codes it covers. The list comes whole. */
  list(options?: RequestOptions): PagePromise<Category> {
    return this.sender.page({ method: 'GET', path: '/categories' }, options)
  }
}

export class ThreeDsResource extends Resource {
  /** List 3-D Secure challenges.
   *
   * Newest first, each with its one-time passcode. `total` is counted up to 10,000. Every read is in the audit log. */
  list(params?: ListChallengesParams, options?: RequestOptions): PagePromise<ThreeDsChallenge> {
    return this.sender.page({ method: 'GET', path: '/3ds', query: params }, options)
  }

  /** Get a 3-D Secure challenge.
   *
   * With its one-time passcode. Every read is in the audit log. A read-only key gets 403. */
  get(challengeId: string, options?: RequestOptions): ApiPromise<ThreeDsChallenge> {
    return this.sender.one({ method: 'GET', path: '/3ds/{challenge_id}', ids: { challenge_id: challengeId } }, options)
  }

  /** Approve a payment.
   *
   * Says yes to a challenge whose `method` is `out_of_band`. The processor that asked is told before this answers; where it does not answer, this is a 503 and the challenge stays pending. Repeating it changes nothing once it is approved. */
  approve(challengeId: string, options?: RequestOptions): ApiPromise<ThreeDsChallenge> {
    return this.sender.one(
      { method: 'POST', path: '/3ds/{challenge_id}/approve', ids: { challenge_id: challengeId } },
      options,
    )
  }

  /** Decline a payment.
   *
   * Says no to a challenge whose `method` is `out_of_band`. The processor that asked is told before this answers; where it does not answer, this is a 503 and the challenge stays pending. Repeating it changes nothing once it is declined. */
  decline(challengeId: string, options?: RequestOptions): ApiPromise<ThreeDsChallenge> {
    return this.sender.one(
      { method: 'POST', path: '/3ds/{challenge_id}/decline', ids: { challenge_id: challengeId } },
      options,
    )
  }
}

export class RulesVersionsResource extends Resource {
  /** List the versions of a rule.
   *
   * Newest first. To go back to one, PATCH the rule with its parts: that makes a new version. */
  list(ruleId: string, params?: ListRuleVersionsParams, options?: RequestOptions): PagePromise<RuleVersion> {
    return this.sender.page(
      { method: 'GET', path: '/rules/{rule_id}/versions', ids: { rule_id: ruleId }, query: params },
      options,
    )
  }
}

export class RulesBacktestsResource extends Resource {
  /** Try a rule on history.
   *
   * What the newest version of the rule would have done to the payments of that time, velocity included. Computed in the background: read the backtest until it is `completed`. The history stays as it was: a payment that the rule would have stopped still counts for those after it. At most 366 days, and 5 unfinished backtests in a workspace. */
  create(ruleId: string, params: CreateRuleBacktestParams, options?: RequestOptions): ApiPromise<RuleBacktest> {
    return this.sender.one(
      { method: 'POST', path: '/rules/{rule_id}/backtests', ids: { rule_id: ruleId }, body: params },
      options,
    )
  }

  /** List the backtests of a rule.
   *
   * The newest 20, newest first. */
  list(ruleId: string, options?: RequestOptions): PagePromise<RuleBacktest> {
    return this.sender.page({ method: 'GET', path: '/rules/{rule_id}/backtests', ids: { rule_id: ruleId } }, options)
  }

  /** Get a backtest */
  get(ruleId: string, backtestId: string, options?: RequestOptions): ApiPromise<RuleBacktest> {
    return this.sender.one(
      {
        method: 'GET',
        path: '/rules/{rule_id}/backtests/{backtest_id}',
        ids: { rule_id: ruleId, backtest_id: backtestId },
      },
      options,
    )
  }
}

export class RulesResource extends Resource {
  readonly versions = new RulesVersionsResource(this.sender)

  readonly backtests = new RulesBacktestsResource(this.sender)

  /** Make a rule.
   *
   * Judged on every new authorization, after the card's own controls. It begins in `shadow`: matches are recorded and nothing is stopped. At most 100 rules. */
  create(params: CreateRuleParams, options?: RequestOptions): ApiPromise<Rule> {
    return this.sender.one({ method: 'POST', path: '/rules', body: params }, options)
  }

  /** List rules.
   *
   * All of them, in the order in which they were made. */
  list(options?: RequestOptions): PagePromise<Rule> {
    return this.sender.page({ method: 'GET', path: '/rules' }, options)
  }

  /** Get a rule */
  get(ruleId: string, options?: RequestOptions): ApiPromise<Rule> {
    return this.sender.one({ method: 'GET', path: '/rules/{rule_id}', ids: { rule_id: ruleId } }, options)
  }

  /** Change a rule.
   *
   * Makes a new version; earlier ones stay as they are, and transactions show the version that judged them. It binds from the next authorization on. */
  update(ruleId: string, params?: UpdateRuleParams, options?: RequestOptions): ApiPromise<Rule> {
    return this.sender.one(
      { method: 'PATCH', path: '/rules/{rule_id}', ids: { rule_id: ruleId }, body: params },
      options,
    )
  }

  /** Delete a rule.
   *
   * Payments are no longer checked by it. Transactions keep showing its results. */
  delete(ruleId: string, options?: RequestOptions): ApiPromise<RuleDeletion> {
    return this.sender.one({ method: 'DELETE', path: '/rules/{rule_id}', ids: { rule_id: ruleId } }, options)
  }

  /** Read what a rule did, by day.
   *
   * Whole UTC days, at most 366 of them; the last 30 when left out. All versions of the rule count. */
  report(ruleId: string, params?: GetRuleReportParams, options?: RequestOptions): ApiPromise<RuleReport> {
    return this.sender.one(
      { method: 'GET', path: '/rules/{rule_id}/report', ids: { rule_id: ruleId }, query: params },
      options,
    )
  }
}

export class WebhooksDeliveriesResource extends Resource {
  /** List the deliveries of an endpoint.
   *
   * Newest first, each with the answer to its last attempt. Kept for 30 days. */
  list(webhookId: string, params?: ListDeliveriesParams, options?: RequestOptions): PagePromise<Delivery> {
    return this.sender.page(
      { method: 'GET', path: '/webhooks/{webhook_id}/deliveries', ids: { webhook_id: webhookId }, query: params },
      options,
    )
  }

  /** Try a delivery again.
   *
   * At once, also when it has succeeded or was given up. For a delivery of a `3ds.challenge` event, this needs the scope `3ds:read` too. */
  retry(webhookId: string, deliveryId: string, options?: RequestOptions): ApiPromise<Delivery> {
    return this.sender.one(
      {
        method: 'POST',
        path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/retry',
        ids: { webhook_id: webhookId, delivery_id: deliveryId },
      },
      options,
    )
  }
}

export class WebhooksResource extends Resource {
  readonly deliveries = new WebhooksDeliveriesResource(this.sender)

  /** Register a webhook endpoint.
   *
   * It receives events from now on. The answer is the only one that shows the secret; rotate it when it is lost. At most 20 endpoints. An endpoint for all events or for `3ds.challenge` is sent passcodes, so it needs the scope `3ds:read` too. */
  create(params: CreateWebhookParams, options?: RequestOptions): ApiPromise<WebhookWithSecret> {
    return this.sender.one({ method: 'POST', path: '/webhooks', body: params }, options)
  }

  /** List webhook endpoints.
   *
   * All of them, newest first, without their secrets. */
  list(options?: RequestOptions): PagePromise<Webhook> {
    return this.sender.page({ method: 'GET', path: '/webhooks' }, options)
  }

  /** Get a webhook endpoint */
  get(webhookId: string, options?: RequestOptions): ApiPromise<Webhook> {
    return this.sender.one({ method: 'GET', path: '/webhooks/{webhook_id}', ids: { webhook_id: webhookId } }, options)
  }

  /** Update a webhook endpoint.
   *
   * While it is not active nothing is sent: queued deliveries wait, and new events are not queued for it (`GET /events` and resend find them). Changing the URL of an endpoint that passcodes can reach, turning it on, or subscribing an endpoint to passcodes needs the scope `3ds:read` too. */
  update(webhookId: string, params?: UpdateWebhookParams, options?: RequestOptions): ApiPromise<Webhook> {
    return this.sender.one(
      { method: 'PATCH', path: '/webhooks/{webhook_id}', ids: { webhook_id: webhookId }, body: params },
      options,
    )
  }

  /** Delete a webhook endpoint.
   *
   * Nothing more is sent to it, not even what is queued. */
  delete(webhookId: string, options?: RequestOptions): ApiPromise<WebhookDeletion> {
    return this.sender.one(
      { method: 'DELETE', path: '/webhooks/{webhook_id}', ids: { webhook_id: webhookId } },
      options,
    )
  }

  /** Rotate the signing secret.
   *
   * For 24 hours what is sent carries a signature by the old secret too: in `X-Webhook-Signature-Previous` and as the second entry of `webhook-signature`. For an endpoint that passcodes can reach, this needs the scope `3ds:read` too. */
  rotateSecret(
    webhookId: string,
    params?: RotateWebhookSecretParams,
    options?: RequestOptions,
  ): ApiPromise<WebhookWithSecret> {
    return this.sender.one(
      { method: 'POST', path: '/webhooks/{webhook_id}/rotate-secret', ids: { webhook_id: webhookId }, body: params },
      options,
    )
  }

  /** Send a test event.
   *
   * A `webhook.test` event, to this endpoint only, whatever it subscribes to. */
  test(webhookId: string, options?: RequestOptions): ApiPromise<Delivery> {
    return this.sender.one(
      { method: 'POST', path: '/webhooks/{webhook_id}/test', ids: { webhook_id: webhookId } },
      options,
    )
  }
}

export class DecisionHookAttemptsResource extends Resource {
  /** List what the hook was asked.
   *
   * Newest first, tests included. Kept for 30 days, also when the hook is deleted. A question shows within a second. */
  list(params?: ListDecisionAttemptsParams, options?: RequestOptions): PagePromise<DecisionAttempt> {
    return this.sender.page({ method: 'GET', path: '/decision-hook/attempts', query: params }, options)
  }
}

export class DecisionHookResource extends Resource {
  readonly attempts = new DecisionHookAttemptsResource(this.sender)

  /** Set the decision hook.
   *
   * Your server is asked before an authorization is approved, and may decline it. Settings that are left out take their default value. The first answer is the only one that shows the secret; a later PUT keeps it. */
  set(params: PutDecisionHookParams, options?: RequestOptions): ApiPromise<DecisionHookWithSecret> {
    return this.sender.one({ method: 'PUT', path: '/decision-hook', body: params }, options)
  }

  /** Get the decision hook.
   *
   * Without its secret. */
  get(options?: RequestOptions): ApiPromise<DecisionHook> {
    return this.sender.one({ method: 'GET', path: '/decision-hook' }, options)
  }

  /** Delete the decision hook.
   *
   * Authorizations are decided without it from now on. What it answered before stays in the list of attempts. */
  delete(options?: RequestOptions): ApiPromise<DecisionHookDeletion> {
    return this.sender.one({ method: 'DELETE', path: '/decision-hook' }, options)
  }

  /** Rotate the signing secret of the hook.
   *
   * For 24 hours questions carry a signature by the old secret too: in `X-Webhook-Signature-Previous` and as the second entry of `webhook-signature`. */
  rotateSecret(params?: RotateDecisionHookSecretParams, options?: RequestOptions): ApiPromise<DecisionHookWithSecret> {
    return this.sender.one({ method: 'POST', path: '/decision-hook/rotate-secret', body: params }, options)
  }

  /** Ask the hook about a sample.
   *
   * Sends a question about a card and a payment that do not exist, marked with `test: true`, and answers with what came back. Works while the hook is not active; nothing depends on it. */
  test(options?: RequestOptions): ApiPromise<DecisionAttempt> {
    return this.sender.one({ method: 'POST', path: '/decision-hook/test' }, options)
  }
}

export class EventsResource extends Resource {
  /** List events.
   *
   * Newest first; with `order=asc` oldest first, which together with `after_sequence` reads on from where you stopped. Kept for 30 days. A key without the scope 3ds:read sees passcodes masked. A key that is bound to some cards sees the events of those: the newest 10,000 events are searched, and `total` counts what was found; a walk by cursor goes on from there, so that a page on the way may be short or empty. */
  list(params?: ListEventsParams, options?: RequestOptions): PagePromise<CardwrightEvent> {
    return this.sender.page({ method: 'GET', path: '/events', query: params }, options)
  }

  /** Follow events as they happen.
   *
   * Server-sent events: `id` is the sequence, `event` the type, `data` the event. Begins after `Last-Event-ID` (a sequence or an event id) or `after_sequence`; without either, with what happens next. */
  stream(params?: StreamEventsParams, options?: RequestOptions): AsyncGenerator<CardwrightEvent, void, undefined> {
    return this.sender.stream({ method: 'GET', path: '/events/stream', query: params }, options)
  }

  /** Get an event */
  get(eventId: string, options?: RequestOptions): ApiPromise<CardwrightEvent> {
    return this.sender.one({ method: 'GET', path: '/events/{event_id}', ids: { event_id: eventId } }, options)
  }

  /** Send an event again.
   *
   * To one endpoint, whatever it subscribes to, or without `webhook_id` to every active endpoint that subscribes to its type. The event keeps its id. For a `3ds.challenge` event, this needs the scope `3ds:read` too. */
  resend(eventId: string, params?: ResendEventParams, options?: RequestOptions): ApiPromise<EventResend> {
    return this.sender.one(
      { method: 'POST', path: '/events/{event_id}/resend', ids: { event_id: eventId }, body: params },
      options,
    )
  }
}

export class RequestLogsResource extends Resource {
  /** List requests.
   *
   * Every authenticated request of the last seven days, newest first; neither bodies nor queries are kept. The newest 100,000 of the time asked for are searched: `total` is counted up to 10,000, and `totalCapped` says that there may be more. A walk by cursor searches the next 100,000 from where it stands, so that a page on the way may be short or empty; it ends where `nextCursor` is null. A request shows within a second. Reading a page is a request too: by cursor, or with `to`, the pages stand still. */
  list(params?: ListRequestLogsParams, options?: RequestOptions): PagePromise<LoggedRequest> {
    return this.sender.page({ method: 'GET', path: '/request-logs', query: params }, options)
  }
}

export class KeysResource extends Resource {
  /** What this key may do.
   *
   * The scopes and bounds of the key that asks, and what is left of its budget. Every key may ask. */
  self(options?: RequestOptions): ApiPromise<Key> {
    return this.sender.one({ method: 'GET', path: '/keys/self' }, options)
  }
}

export class SandboxDepositsResource extends Resource {
  /** Simulate a deposit.
   *
   * A crypto deposit is detected; with `confirm` it is confirmed and credited at once, at the fixed rates of the sandbox. */
  create(params: SimulateDepositParams, options?: RequestOptions): ApiPromise<Deposit> {
    return this.sender.one({ method: 'POST', path: '/sandbox/deposits', body: params }, options)
  }

  /** Confirm a pending deposit.
   *
   * Credits the wallet. Repeating it changes nothing. */
  confirm(depositId: string, options?: RequestOptions): ApiPromise<Deposit> {
    return this.sender.one(
      { method: 'POST', path: '/sandbox/deposits/{deposit_id}/confirm', ids: { deposit_id: depositId } },
      options,
    )
  }

  /** Expire a pending deposit.
   *
   * As if it had vanished from the chain. Repeating it changes nothing. */
  expire(depositId: string, options?: RequestOptions): ApiPromise<Deposit> {
    return this.sender.one(
      { method: 'POST', path: '/sandbox/deposits/{deposit_id}/expire', ids: { deposit_id: depositId } },
      options,
    )
  }
}

export class SandboxAuthorizationsResource extends Resource {
  /** Simulate an authorization.
   *
   * A merchant asks for money. A decline is an answer like an approval: look at `approved`. The first test that fails decides the reason. */
  create(params: SimulateAuthorizationParams, options?: RequestOptions): ApiPromise<AuthorizationOutcome> {
    return this.sender.one({ method: 'POST', path: '/sandbox/authorizations', body: params }, options)
  }

  /** Ask for more on an authorization.
   *
   * An approval is a further authorization of the same hold; a refusal is a decline, and the hold stays as it was. After the last use has ended the card, increments take at most what the card returned to the wallet, less what was taken since. */
  increment(
    txnId: string,
    params: IncrementAuthorizationParams,
    options?: RequestOptions,
  ): ApiPromise<AuthorizationOutcome> {
    return this.sender.one(
      { method: 'POST', path: '/sandbox/authorizations/{txn_id}/increment', ids: { txn_id: txnId }, body: params },
      options,
    )
  }

  /** Settle an authorization.
   *
   * Captures the hold, or less, or more. With `final: false` the rest stays held for further captures. Possible after an expiry or a reversal too, then with an amount. Without an amount, an authorization in another currency settles the units it still holds, at the rate of this moment: the amount in USD may differ from what was held. */
  settle(txnId: string, params?: SettleAuthorizationParams, options?: RequestOptions): ApiPromise<Transaction> {
    return this.sender.one(
      { method: 'POST', path: '/sandbox/authorizations/{txn_id}/settle', ids: { txn_id: txnId }, body: params },
      options,
    )
  }

  /** Reverse an authorization.
   *
   * Releases the hold, or a part of it. */
  reverse(txnId: string, params?: ReverseAuthorizationParams, options?: RequestOptions): ApiPromise<FullTransaction> {
    return this.sender.one(
      { method: 'POST', path: '/sandbox/authorizations/{txn_id}/reverse', ids: { txn_id: txnId }, body: params },
      options,
    )
  }

  /** Expire an authorization.
   *
   * Releases the hold as if its time were over. Repeating it changes nothing. */
  expire(txnId: string, options?: RequestOptions): ApiPromise<FullTransaction> {
    return this.sender.one(
      { method: 'POST', path: '/sandbox/authorizations/{txn_id}/expire', ids: { txn_id: txnId } },
      options,
    )
  }
}

export class SandboxSettlementsResource extends Resource {
  /** Simulate a forced settlement.
   *
   * A settlement without an authorization. It always posts, and may take the card below zero. */
  create(params: SimulateSettlementParams, options?: RequestOptions): ApiPromise<Transaction> {
    return this.sender.one({ method: 'POST', path: '/sandbox/settlements', body: params }, options)
  }
}

export class SandboxRefundsResource extends Resource {
  /** Simulate a refund.
   *
   * Of a settlement (`transaction_id`; the amount is in USD and defaults to what is left of it), or without one (`card_id`, `merchant`, `amount`, and `currency` where that is not USD). */
  create(params?: SimulateRefundParams, options?: RequestOptions): ApiPromise<Transaction> {
    return this.sender.one({ method: 'POST', path: '/sandbox/refunds', body: params }, options)
  }
}

export class SandboxThreeDsResource extends Resource {
  /** Simulate a 3-D Secure challenge.
   *
   * A merchant asks for verification of a payment. The passcode is in the answer and in the event `3ds.challenge`; a key without `3ds:read` gets it masked. With the method `out_of_band` there is none: approve or decline the payment. */
  create(params: SimulateChallengeParams, options?: RequestOptions): ApiPromise<ThreeDsChallenge> {
    return this.sender.one({ method: 'POST', path: '/sandbox/3ds', body: params }, options)
  }

  /** Enter the passcode of a challenge.
   *
   * As the cardholder would. The third wrong code ends the challenge. */
  verify(challengeId: string, params: VerifyChallengeParams, options?: RequestOptions): ApiPromise<ThreeDsChallenge> {
    return this.sender.one(
      { method: 'POST', path: '/sandbox/3ds/{challenge_id}/verify', ids: { challenge_id: challengeId }, body: params },
      options,
    )
  }
}

export class SandboxClockResource extends Resource {
  /** Read the sandbox clock */
  get(options?: RequestOptions): ApiPromise<SandboxClock> {
    return this.sender.one({ method: 'GET', path: '/sandbox/clock' }, options)
  }

  /** Move the sandbox clock forward.
   *
   * When it answers, everything that came due on the way has happened, in order and dated at its time: holds and deposits have expired, challenges have run out, a new month may have begun. A 503 means that the clock has not arrived yet; the next call goes on from where it is. */
  advance(params: AdvanceSandboxClockParams, options?: RequestOptions): ApiPromise<SandboxClock> {
    return this.sender.one({ method: 'POST', path: '/sandbox/clock/advance', body: params }, options)
  }
}

export class SandboxRatesResource extends Resource {
  /** Read the conversion rates of the sandbox */
  get(options?: RequestOptions): ApiPromise<SandboxRates> {
    return this.sender.one({ method: 'GET', path: '/sandbox/rates' }, options)
  }

  /** Set conversion rates of the sandbox.
   *
   * For authorizations, settlements and refunds with a `currency`. A rate counts from the next call on: a settlement after a change posts another amount than was held. A reset brings the built-in rates back. */
  set(params: SetSandboxRatesParams, options?: RequestOptions): ApiPromise<SandboxRates> {
    return this.sender.one({ method: 'PUT', path: '/sandbox/rates', body: params }, options)
  }
}

export class SandboxResource extends Resource {
  readonly deposits = new SandboxDepositsResource(this.sender)

  readonly authorizations = new SandboxAuthorizationsResource(this.sender)

  readonly settlements = new SandboxSettlementsResource(this.sender)

  readonly refunds = new SandboxRefundsResource(this.sender)

  readonly threeDs = new SandboxThreeDsResource(this.sender)

  readonly clock = new SandboxClockResource(this.sender)

  readonly rates = new SandboxRatesResource(this.sender)

  /** Reset the sandbox.
   *
   * Cards, transactions, deposits, challenges, events, books and conversion rates are as on the first start, and the clock shows real time. Keys, settings, the audit log and the running event sequence stay. */
  reset(options?: RequestOptions): ApiPromise<SandboxReset> {
    return this.sender.one({ method: 'POST', path: '/sandbox/reset' }, options)
  }
}
