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
   * Issues a virtual card and funds it from the wallet. The card is active immediately and enrolled in 3-D Secure. With `template_id`, the template supplies the settings that the request leaves out. A given part of `controls` replaces that part of the template, and a given key of `metadata` replaces the key of the same name. */
  create(params: CreateCardParams, options?: RequestOptions): ApiPromise<Card> {
    return this.sender.one({ method: 'POST', path: '/cards', body: params }, options)
  }

  /** List cards */
  list(params?: ListCardsParams, options?: RequestOptions): PagePromise<CardListItem> {
    return this.sender.page({ method: 'GET', path: '/cards', query: params }, options)
  }

  /** Get a card.
   *
   * Returns the card without its number and CVV. */
  get(cardId: string, options?: RequestOptions): ApiPromise<CardSummary> {
    return this.sender.one({ method: 'GET', path: '/cards/{card_id}', ids: { card_id: cardId } }, options)
  }

  /** Update a card.
   *
   * Changes the given settings and keeps the others. Works on a frozen card too. Metadata that a rule reads (`card_metadata.KEY`) is a control: a key needs `controls:write` to change it, and an agent key never does. */
  update(cardId: string, params?: UpdateCardParams, options?: RequestOptions): ApiPromise<Card> {
    return this.sender.one(
      { method: 'PATCH', path: '/cards/{card_id}', ids: { card_id: cardId }, body: params },
      options,
    )
  }

  /** Terminate a card.
   *
   * Terminates the card permanently. The available balance returns to the wallet immediately. Held money stays reserved until it settles, reverses or expires, and the rest then returns to the wallet. Repeating the call returns the first result. */
  terminate(cardId: string, options?: RequestOptions): ApiPromise<CardTermination> {
    return this.sender.one({ method: 'DELETE', path: '/cards/{card_id}', ids: { card_id: cardId } }, options)
  }

  /** Reveal a card.
   *
   * Returns the number, CVV, expiry and billing address. This data is sensitive under PCI DSS: do not log it and do not store it unencrypted. Every read is recorded in the audit log. Limited to 30 requests a minute. A read-only key gets 403. */
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

  /** Get the limits of a card.
   *
   * Returns the monthly spending limit first, then the limits of the card's controls in their order. The numbers are exact: each purchase is checked against them in the commit that changes them. */
  limits(cardId: string, options?: RequestOptions): ApiPromise<CardLimits> {
    return this.sender.one({ method: 'GET', path: '/cards/{card_id}/limits', ids: { card_id: cardId } }, options)
  }

  /** Freeze a card.
   *
   * Suspends all transactions of the card and keeps its balance. Freezing a frozen card changes nothing. */
  freeze(cardId: string, options?: RequestOptions): ApiPromise<CardFreeze> {
    return this.sender.one({ method: 'POST', path: '/cards/{card_id}/freeze', ids: { card_id: cardId } }, options)
  }

  /** Unfreeze a card.
   *
   * Allows transactions again. Unfreezing an active card changes nothing. */
  unfreeze(cardId: string, options?: RequestOptions): ApiPromise<Card> {
    return this.sender.one({ method: 'POST', path: '/cards/{card_id}/unfreeze', ids: { card_id: cardId } }, options)
  }

  /** Replace a card.
   *
   * Replaces a card that is lost, stolen or compromised. The old card is terminated. The new card has a new number and the balance, settings, metadata and used limits of the old one, and it is active even if the old one was frozen. Holds stay with the old card and settle there: the wallet pays what exceeds them and receives what is left of them. An overdraft of the old card is paid by the wallet. The call counts as the creation of a card. If a processor refuses the new card, the old one is terminated anyway, and its balance is in the wallet. */
  replace(cardId: string, params: ReplaceCardParams, options?: RequestOptions): ApiPromise<Card> {
    return this.sender.one(
      { method: 'POST', path: '/cards/{card_id}/replace', ids: { card_id: cardId }, body: params },
      options,
    )
  }

  /** Fund a card.
   *
   * Moves money from the wallet to the card. An overdraft of the card is repaid first. */
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
   * Stores settings for future cards. When a card is created with `template_id`, the template supplies the settings that the request leaves out. A workspace has at most 200 templates. */
  create(params: CreateCardTemplateParams, options?: RequestOptions): ApiPromise<CardTemplate> {
    return this.sender.one({ method: 'POST', path: '/card-templates', body: params }, options)
  }

  /** List card templates.
   *
   * Lists all templates, newest first. */
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
   * Changes the given settings and keeps the others. Existing cards do not change. */
  update(templateId: string, params?: UpdateCardTemplateParams, options?: RequestOptions): ApiPromise<CardTemplate> {
    return this.sender.one(
      { method: 'PATCH', path: '/card-templates/{template_id}', ids: { template_id: templateId }, body: params },
      options,
    )
  }

  /** Delete a card template.
   *
   * Deletes the template. Cards created from it do not change. */
  delete(templateId: string, options?: RequestOptions): ApiPromise<CardTemplateDeletion> {
    return this.sender.one(
      { method: 'DELETE', path: '/card-templates/{template_id}', ids: { template_id: templateId } },
      options,
    )
  }
}

export class SpendRequestsResource extends Resource {
  /** Create a spend request.
   *
   * A person, or a key that may approve, decides; the policy of the key may have decided already, and then the answer is `approved`. Approval makes a card with the amount on it that can be used once, at this merchant, for `valid_for` seconds. What nobody decides within ten minutes expires. */
  create(params: CreateSpendRequestParams, options?: RequestOptions): ApiPromise<SpendRequest> {
    return this.sender.one({ method: 'POST', path: '/spend-requests', body: params }, options)
  }

  /** List spend requests.
   *
   * Lists spend requests, newest first. An agent key, and a key that is limited to cards, sees its own requests. `total` is counted up to 10,000. */
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
   * Cancels a request that is no longer needed. If it was approved and its card was not used, the card is terminated, the money returns to the wallet, and the amount returns to the budget of the key if the window in which it was approved has not ended. */
  cancel(spendRequestId: string, options?: RequestOptions): ApiPromise<SpendRequest> {
    return this.sender.one(
      { method: 'POST', path: '/spend-requests/{spend_request_id}/cancel', ids: { spend_request_id: spendRequestId } },
      options,
    )
  }

  /** Report the outcome of a purchase.
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
   * Lists transactions, newest first. `total` is exact without filters and for `card_id` and `type`; with other filters it is counted up to 10,000. */
  list(params?: ListTransactionsParams, options?: RequestOptions): PagePromise<Transaction> {
    return this.sender.page({ method: 'GET', path: '/transactions', query: params }, options)
  }

  /** Get a transaction.
   *
   * Returns the transaction with its 3-D Secure status and the timeline of its authorization. */
  get(txnId: string, options?: RequestOptions): ApiPromise<FullTransaction> {
    return this.sender.one({ method: 'GET', path: '/transactions/{txn_id}', ids: { txn_id: txnId } }, options)
  }

  /** Explain a transaction.
   *
   * Shows every check of the transaction in order, with the numbers of that moment, and whether the same purchase would pass now. Nothing is changed. */
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
   * Lists deposits, newest first. `total` is counted up to 10,000. */
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
   * Lists every movement of the wallet, newest first. Each `balance_after` is the one below it plus `amount`. */
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
   * Returns one permanent address for each currency. With `currency`, the three objects contain only that currency. A currency that is not set up in this installation is left out; requesting it by name, or when none is set up, gives `invalid_currency`. */
  depositAddress(params?: GetDepositAddressParams, options?: RequestOptions): ApiPromise<DepositAddresses> {
    return this.sender.one({ method: 'GET', path: '/wallet/deposit-address', query: params }, options)
  }
}

export class BinsResource extends Resource {
  /** List BIN ranges.
   *
   * Lists the card number ranges that cards can be created from, with their capabilities and limits. The list is not paged. */
  list(options?: RequestOptions): PagePromise<Bin> {
    return this.sender.page({ method: 'GET', path: '/bins' }, options)
  }
}

export class CategoriesResource extends Resource {
  /** List merchant categories.
   *
   * Lists the names that `allowed_categories` accepts, each with the merchant category codes that it covers. The list is not paged. */
  list(options?: RequestOptions): PagePromise<Category> {
    return this.sender.page({ method: 'GET', path: '/categories' }, options)
  }
}

export class ThreeDsResource extends Resource {
  /** List 3-D Secure challenges.
   *
   * Lists challenges, newest first, each with its one-time passcode. `total` is counted up to 10,000. Every read is recorded in the audit log. */
  list(params?: ListChallengesParams, options?: RequestOptions): PagePromise<ThreeDsChallenge> {
    return this.sender.page({ method: 'GET', path: '/3ds', query: params }, options)
  }

  /** Get a 3-D Secure challenge.
   *
   * Returns the challenge with its one-time passcode. Every read is recorded in the audit log. A read-only key gets 403. */
  get(challengeId: string, options?: RequestOptions): ApiPromise<ThreeDsChallenge> {
    return this.sender.one({ method: 'GET', path: '/3ds/{challenge_id}', ids: { challenge_id: challengeId } }, options)
  }

  /** Approve a payment.
   *
   * Approves a challenge whose `method` is `out_of_band`. The processor is told before the response is sent. If it does not answer, the response is 503 and the challenge stays pending. Repeating the call changes nothing once the challenge is approved. */
  approve(challengeId: string, options?: RequestOptions): ApiPromise<ThreeDsChallenge> {
    return this.sender.one(
      { method: 'POST', path: '/3ds/{challenge_id}/approve', ids: { challenge_id: challengeId } },
      options,
    )
  }

  /** Decline a payment.
   *
   * Declines a challenge whose `method` is `out_of_band`. The processor is told before the response is sent. If it does not answer, the response is 503 and the challenge stays pending. Repeating the call changes nothing once the challenge is declined. */
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
   * Lists the versions, newest first. To return to one, PATCH the rule with its values, which makes a new version. */
  list(ruleId: string, params?: ListRuleVersionsParams, options?: RequestOptions): PagePromise<RuleVersion> {
    return this.sender.page(
      { method: 'GET', path: '/rules/{rule_id}/versions', ids: { rule_id: ruleId }, query: params },
      options,
    )
  }
}

export class RulesBacktestsResource extends Resource {
  /** Create a backtest.
   *
   * Computes what the newest version of the rule would have done to the payments of a range, velocity included. It runs in the background: read the backtest until it is `completed`. The history stays as it was: a payment that the rule would have stopped still counts for later ones. The range has at most 366 days, and a workspace has at most 5 unfinished backtests. */
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

  /** Create a rule.
   *
   * Checked on every new authorization, after the card's own controls. It begins in `shadow`: matches are recorded and nothing is stopped. At most 100 rules. */
  create(params: CreateRuleParams, options?: RequestOptions): ApiPromise<Rule> {
    return this.sender.one({ method: 'POST', path: '/rules', body: params }, options)
  }

  /** List rules.
   *
   * Lists all rules in the order in which they were created. */
  list(options?: RequestOptions): PagePromise<Rule> {
    return this.sender.page({ method: 'GET', path: '/rules' }, options)
  }

  /** Get a rule */
  get(ruleId: string, options?: RequestOptions): ApiPromise<Rule> {
    return this.sender.one({ method: 'GET', path: '/rules/{rule_id}', ids: { rule_id: ruleId } }, options)
  }

  /** Change a rule.
   *
   * Creates a new version of the rule. Earlier versions do not change, and transactions show the version that was evaluated. The new version applies from the next authorization on. */
  update(ruleId: string, params?: UpdateRuleParams, options?: RequestOptions): ApiPromise<Rule> {
    return this.sender.one(
      { method: 'PATCH', path: '/rules/{rule_id}', ids: { rule_id: ruleId }, body: params },
      options,
    )
  }

  /** Delete a rule.
   *
   * Deletes the rule. Payments are no longer checked by it, and transactions keep showing its results. */
  delete(ruleId: string, options?: RequestOptions): ApiPromise<RuleDeletion> {
    return this.sender.one({ method: 'DELETE', path: '/rules/{rule_id}', ids: { rule_id: ruleId } }, options)
  }

  /** Get the daily report of a rule.
   *
   * Returns what the rule did on whole UTC days, at most 366 of them. The default is the last 30 days. All versions of the rule count. */
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
   * Lists deliveries, newest first, each with the response to its last attempt. They are kept for 30 days. */
  list(webhookId: string, params?: ListDeliveriesParams, options?: RequestOptions): PagePromise<Delivery> {
    return this.sender.page(
      { method: 'GET', path: '/webhooks/{webhook_id}/deliveries', ids: { webhook_id: webhookId }, query: params },
      options,
    )
  }

  /** Retry a delivery.
   *
   * Tries the delivery again immediately, even if it succeeded or was given up. For a delivery of a `3ds.challenge` event, this needs the scope `3ds:read` too. */
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
   * Registers an endpoint that receives events from now on. Only this response shows the secret; rotate the secret if it is lost. A workspace has at most 20 endpoints. An endpoint for all events or for `3ds.challenge` receives passcodes, so creating it needs the scope `3ds:read` too. */
  create(params: CreateWebhookParams, options?: RequestOptions): ApiPromise<WebhookWithSecret> {
    return this.sender.one({ method: 'POST', path: '/webhooks', body: params }, options)
  }

  /** List webhook endpoints.
   *
   * Lists all endpoints, newest first, without their secrets. */
  list(options?: RequestOptions): PagePromise<Webhook> {
    return this.sender.page({ method: 'GET', path: '/webhooks' }, options)
  }

  /** Get a webhook endpoint */
  get(webhookId: string, options?: RequestOptions): ApiPromise<Webhook> {
    return this.sender.one({ method: 'GET', path: '/webhooks/{webhook_id}', ids: { webhook_id: webhookId } }, options)
  }

  /** Update a webhook endpoint.
   *
   * Changes the endpoint. While it is inactive, queued deliveries wait, and new events are not queued for it; find them with `GET /events` and resend them. Changing the URL of an endpoint that passcodes can reach, turning it on, or subscribing an endpoint to passcodes needs the scope `3ds:read` too. */
  update(webhookId: string, params?: UpdateWebhookParams, options?: RequestOptions): ApiPromise<Webhook> {
    return this.sender.one(
      { method: 'PATCH', path: '/webhooks/{webhook_id}', ids: { webhook_id: webhookId }, body: params },
      options,
    )
  }

  /** Delete a webhook endpoint.
   *
   * Deletes the endpoint. Nothing more is sent to it, including queued deliveries. */
  delete(webhookId: string, options?: RequestOptions): ApiPromise<WebhookDeletion> {
    return this.sender.one(
      { method: 'DELETE', path: '/webhooks/{webhook_id}', ids: { webhook_id: webhookId } },
      options,
    )
  }

  /** Rotate the signing secret.
   *
   * Makes a new secret. For 24 hours, deliveries also carry a signature made with the old secret: in `X-Webhook-Signature-Previous` and as the second entry of `webhook-signature`. For an endpoint that passcodes can reach, this needs the scope `3ds:read` too. */
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
   * Sends a `webhook.test` event to this endpoint only, whatever it subscribes to. */
  test(webhookId: string, options?: RequestOptions): ApiPromise<Delivery> {
    return this.sender.one(
      { method: 'POST', path: '/webhooks/{webhook_id}/test', ids: { webhook_id: webhookId } },
      options,
    )
  }
}

export class DecisionHookAttemptsResource extends Resource {
  /** List the attempts of the hook.
   *
   * Lists the questions to the hook, newest first, tests included. They are kept for 30 days, even after the hook is deleted. A question appears within a second. */
  list(params?: ListDecisionAttemptsParams, options?: RequestOptions): PagePromise<DecisionAttempt> {
    return this.sender.page({ method: 'GET', path: '/decision-hook/attempts', query: params }, options)
  }
}

export class DecisionHookResource extends Resource {
  readonly attempts = new DecisionHookAttemptsResource(this.sender)

  /** Set the decision hook.
   *
   * Sets the address of your server, which is asked before an authorization is approved and may decline it. Omitted settings get their default value. Only the first response shows the secret; a later PUT keeps it. */
  set(params: PutDecisionHookParams, options?: RequestOptions): ApiPromise<DecisionHookWithSecret> {
    return this.sender.one({ method: 'PUT', path: '/decision-hook', body: params }, options)
  }

  /** Get the decision hook.
   *
   * Returns the hook without its secret. */
  get(options?: RequestOptions): ApiPromise<DecisionHook> {
    return this.sender.one({ method: 'GET', path: '/decision-hook' }, options)
  }

  /** Delete the decision hook.
   *
   * Deletes the hook. Authorizations are decided without it from now on. Its earlier answers stay in the list of attempts. */
  delete(options?: RequestOptions): ApiPromise<DecisionHookDeletion> {
    return this.sender.one({ method: 'DELETE', path: '/decision-hook' }, options)
  }

  /** Rotate the signing secret of the hook.
   *
   * Makes a new secret. For 24 hours, questions also carry a signature made with the old secret: in `X-Webhook-Signature-Previous` and as the second entry of `webhook-signature`. */
  rotateSecret(params?: RotateDecisionHookSecretParams, options?: RequestOptions): ApiPromise<DecisionHookWithSecret> {
    return this.sender.one({ method: 'POST', path: '/decision-hook/rotate-secret', body: params }, options)
  }

  /** Test the decision hook.
   *
   * Sends a question about a card and a payment that do not exist, marked with `test: true`, and returns the hook's response. Works while the hook is not active and decides nothing. */
  test(options?: RequestOptions): ApiPromise<DecisionAttempt> {
    return this.sender.one({ method: 'POST', path: '/decision-hook/test' }, options)
  }
}

export class EventsResource extends Resource {
  /** List events.
   *
   * Lists events, newest first. With `order=asc` the oldest come first, which together with `after_sequence` continues where you stopped. Events are kept for 30 days. A key without the scope 3ds:read sees masked passcodes. A key that is limited to some cards sees the events of those cards: the newest 10,000 events are searched, and `total` counts the ones that were found. Reading by cursor continues from there, so a page may be short or empty. */
  list(params?: ListEventsParams, options?: RequestOptions): PagePromise<CardwrightEvent> {
    return this.sender.page({ method: 'GET', path: '/events', query: params }, options)
  }

  /** Follow events as they happen.
   *
   * Streams events as server-sent events: `id` is the sequence, `event` the type and `data` the event. The stream begins after `Last-Event-ID` (a sequence or an event id) or `after_sequence`; without either, it begins with the next event. */
  stream(params?: StreamEventsParams, options?: RequestOptions): AsyncGenerator<CardwrightEvent, void, undefined> {
    return this.sender.stream({ method: 'GET', path: '/events/stream', query: params }, options)
  }

  /** Get an event */
  get(eventId: string, options?: RequestOptions): ApiPromise<CardwrightEvent> {
    return this.sender.one({ method: 'GET', path: '/events/{event_id}', ids: { event_id: eventId } }, options)
  }

  /** Send an event again.
   *
   * Sends the event to one endpoint, whatever it subscribes to, or without `webhook_id` to every active endpoint that subscribes to its type. The event keeps its id. For a `3ds.challenge` event, this needs the scope `3ds:read` too. */
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
   * Lists every authenticated request of the last seven days, newest first. Neither bodies nor queries are kept. The newest 100,000 requests of the range are searched: `total` is counted up to 10,000, and `totalCapped` says that there may be more. Reading by cursor searches the next 100,000 from its position, so a page may be short or empty; it ends when `nextCursor` is null. A request appears within a second. Reading a page is a request too: read by cursor or with `to` so that pages do not shift. */
  list(params?: ListRequestLogsParams, options?: RequestOptions): PagePromise<LoggedRequest> {
    return this.sender.page({ method: 'GET', path: '/request-logs', query: params }, options)
  }
}

export class KeysResource extends Resource {
  /** Get the rights of this key.
   *
   * Returns the scopes and limits of the key that makes the request, and what is left of its budget. Every key may call this. */
  self(options?: RequestOptions): ApiPromise<Key> {
    return this.sender.one({ method: 'GET', path: '/keys/self' }, options)
  }
}

export class SandboxDepositsResource extends Resource {
  /** Simulate a deposit.
   *
   * Simulates the detection of a crypto deposit. With `confirm` it is confirmed and credited immediately, at the fixed rates of the sandbox. */
  create(params: SimulateDepositParams, options?: RequestOptions): ApiPromise<Deposit> {
    return this.sender.one({ method: 'POST', path: '/sandbox/deposits', body: params }, options)
  }

  /** Confirm a pending deposit.
   *
   * Confirms the deposit and credits the wallet. Repeating the call changes nothing. */
  confirm(depositId: string, options?: RequestOptions): ApiPromise<Deposit> {
    return this.sender.one(
      { method: 'POST', path: '/sandbox/deposits/{deposit_id}/confirm', ids: { deposit_id: depositId } },
      options,
    )
  }

  /** Expire a pending deposit.
   *
   * Expires the deposit as if it had vanished from its chain. Repeating the call changes nothing. */
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
   * Simulates a merchant that asks for money. A decline is a successful response too: look at `approved`. The first check that fails decides the reason. */
  create(params: SimulateAuthorizationParams, options?: RequestOptions): ApiPromise<AuthorizationOutcome> {
    return this.sender.one({ method: 'POST', path: '/sandbox/authorizations', body: params }, options)
  }

  /** Increment an authorization.
   *
   * Simulates a merchant that asks for more money on an authorization. An approval is a further authorization of the same hold. A decline does not change the hold. After the last use has ended the card, increments take at most what the card returned to the wallet, less what was taken since. */
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
   * Captures the amount of the hold, or less, or more. With `final: false` the rest stays held for further captures. An authorization can be settled after it expired or was reversed; the amount is then required. Without an amount, an authorization in another currency settles the units that it still holds at the current rate, so the amount in USD may differ from the held amount. */
  settle(txnId: string, params?: SettleAuthorizationParams, options?: RequestOptions): ApiPromise<Transaction> {
    return this.sender.one(
      { method: 'POST', path: '/sandbox/authorizations/{txn_id}/settle', ids: { txn_id: txnId }, body: params },
      options,
    )
  }

  /** Reverse an authorization.
   *
   * Releases the hold or a part of it. */
  reverse(txnId: string, params?: ReverseAuthorizationParams, options?: RequestOptions): ApiPromise<FullTransaction> {
    return this.sender.one(
      { method: 'POST', path: '/sandbox/authorizations/{txn_id}/reverse', ids: { txn_id: txnId }, body: params },
      options,
    )
  }

  /** Expire an authorization.
   *
   * Releases the hold as if it had expired. Repeating the call changes nothing. */
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
   * Simulates a settlement without an authorization. It is always posted and may take the balance of the card below zero. */
  create(params: SimulateSettlementParams, options?: RequestOptions): ApiPromise<Transaction> {
    return this.sender.one({ method: 'POST', path: '/sandbox/settlements', body: params }, options)
  }
}

export class SandboxRefundsResource extends Resource {
  /** Simulate a refund.
   *
   * Simulates a refund of a settlement (`transaction_id`; the amount is in USD and defaults to the rest), or a refund without a settlement (`card_id`, `merchant`, `amount`, and `currency` if it is not USD). */
  create(params?: SimulateRefundParams, options?: RequestOptions): ApiPromise<Transaction> {
    return this.sender.one({ method: 'POST', path: '/sandbox/refunds', body: params }, options)
  }
}

export class SandboxThreeDsResource extends Resource {
  /** Simulate a 3-D Secure challenge.
   *
   * Simulates a merchant that asks for verification of a payment. The passcode is in the response and in the event `3ds.challenge`; a key without `3ds:read` gets it masked. With the method `out_of_band` there is no passcode: approve or decline the payment instead. */
  create(params: SimulateChallengeParams, options?: RequestOptions): ApiPromise<ThreeDsChallenge> {
    return this.sender.one({ method: 'POST', path: '/sandbox/3ds', body: params }, options)
  }

  /** Enter the passcode of a challenge.
   *
   * Enters the passcode as the cardholder would. The third wrong code ends the challenge. */
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
   * Moves the clock. When the call returns, everything that became due has happened, in order and with its own time: holds and deposits have expired, challenges have ended, a new month may have begun. A 503 means that the clock has not arrived yet; the next call continues from there. */
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
   * Sets the rates for authorizations, settlements and refunds with a `currency`. A rate applies from the next call on, so a settlement after a change may differ from the held amount. A reset restores the built-in rates. */
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
   * Resets cards, transactions, deposits, challenges, events, books and conversion rates to the state of the first start, and the clock to real time. Keys, settings, the audit log and the event sequence stay. */
  reset(options?: RequestOptions): ApiPromise<SandboxReset> {
    return this.sender.one({ method: 'POST', path: '/sandbox/reset' }, options)
  }
}
