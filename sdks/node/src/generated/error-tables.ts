// Made from openapi.json by sdks/node/generate; `npm run generate -w sdks/node` writes it anew.

import type { ApiError } from '../errors.ts'
import * as errors from './errors.ts'

export const errorClasses = new Map<string | undefined, typeof ApiError>([
  ['invalid_request', errors.InvalidRequestError],
  ['invalid_json', errors.InvalidJsonError],
  ['invalid_amount', errors.InvalidAmountError],
  ['invalid_bin', errors.InvalidBinError],
  ['invalid_category', errors.InvalidCategoryError],
  ['invalid_event_type', errors.InvalidEventTypeError],
  ['invalid_url', errors.InvalidUrlError],
  ['invalid_currency', errors.InvalidCurrencyError],
  ['invalid_spending_limit', errors.InvalidSpendingLimitError],
  ['invalid_metadata', errors.InvalidMetadataError],
  ['invalid_rule', errors.InvalidRuleError],
  ['invalid_controls', errors.InvalidControlsError],
  ['invalid_template', errors.InvalidTemplateError],
  ['insufficient_funds', errors.InsufficientFundsError],
  ['budget_exceeded', errors.BudgetExceededError],
  ['card_terminated', errors.CardTerminatedError],
  ['invalid_state', errors.InvalidStateError],
  ['invalid_otp', errors.InvalidOtpError],
  ['processor_refused', errors.ProcessorRefusedError],
  ['reveal_session_required', errors.RevealSessionRequiredError],
  ['idempotency_key_reused', errors.IdempotencyKeyReusedError],
  ['sandbox_only', errors.SandboxOnlyError],
  ['unauthorized', errors.UnauthorizedError],
  ['forbidden', errors.ForbiddenError],
  ['reauthentication_required', errors.ReauthenticationRequiredError],
  ['card_not_found', errors.CardNotFoundError],
  ['transaction_not_found', errors.TransactionNotFoundError],
  ['deposit_not_found', errors.DepositNotFoundError],
  ['challenge_not_found', errors.ChallengeNotFoundError],
  ['template_not_found', errors.TemplateNotFoundError],
  ['webhook_not_found', errors.WebhookNotFoundError],
  ['decision_hook_not_found', errors.DecisionHookNotFoundError],
  ['event_not_found', errors.EventNotFoundError],
  ['rule_not_found', errors.RuleNotFoundError],
  ['backtest_not_found', errors.BacktestNotFoundError],
  ['not_found', errors.NotFoundError],
  ['rate_limit_exceeded', errors.RateLimitExceededError],
  ['internal_error', errors.InternalError],
  ['service_unavailable', errors.ServiceUnavailableError],
])

/** For answers whose identifier is missing or unknown. */
export const statusClasses = new Map<number, typeof ApiError>([
  [400, errors.BadRequestError],
  [401, errors.UnauthorizedError],
  [403, errors.ForbiddenError],
  [404, errors.NotFoundError],
  [429, errors.RateLimitExceededError],
  [500, errors.ServerError],
  [503, errors.ServerError],
])
