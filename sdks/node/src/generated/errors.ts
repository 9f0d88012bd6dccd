// Made from openapi.json by sdks/node/generate; `npm run generate -w sdks/node` writes it anew.

import { ApiError } from '../errors.ts'

/** Every 400, whatever its identifier. */
export class BadRequestError extends ApiError {}

/** Every 401, whatever its identifier. */
export class UnauthorizedError extends ApiError {}

/** Every 403, whatever its identifier. */
export class ForbiddenError extends ApiError {}

/** Every 404, whatever its identifier. */
export class NotFoundError extends ApiError {}

/** Every 429, whatever its identifier. */
export class RateLimitExceededError extends ApiError {}

/** Every 5xx, whatever its identifier. */
export class ServerError extends ApiError {}

/** `invalid_request` */
export class InvalidRequestError extends BadRequestError {}

/** `invalid_json` */
export class InvalidJsonError extends BadRequestError {}

/** `invalid_amount` */
export class InvalidAmountError extends BadRequestError {}

/** `invalid_bin` */
export class InvalidBinError extends BadRequestError {}

/** `invalid_category` */
export class InvalidCategoryError extends BadRequestError {}

/** `invalid_event_type` */
export class InvalidEventTypeError extends BadRequestError {}

/** `invalid_url` */
export class InvalidUrlError extends BadRequestError {}

/** `invalid_currency` */
export class InvalidCurrencyError extends BadRequestError {}

/** `invalid_spending_limit` */
export class InvalidSpendingLimitError extends BadRequestError {}

/** `invalid_metadata` */
export class InvalidMetadataError extends BadRequestError {}

/** `invalid_rule` */
export class InvalidRuleError extends BadRequestError {}

/** `invalid_controls` */
export class InvalidControlsError extends BadRequestError {}

/** `invalid_template` */
export class InvalidTemplateError extends BadRequestError {}

/** `insufficient_funds` */
export class InsufficientFundsError extends BadRequestError {}

/** `budget_exceeded` */
export class BudgetExceededError extends BadRequestError {}

/** `card_terminated` */
export class CardTerminatedError extends BadRequestError {}

/** `invalid_state` */
export class InvalidStateError extends BadRequestError {}

/** `invalid_otp` */
export class InvalidOtpError extends BadRequestError {}

/** `processor_refused` */
export class ProcessorRefusedError extends BadRequestError {}

/** `reveal_session_required` */
export class RevealSessionRequiredError extends BadRequestError {}

/** `idempotency_key_reused` */
export class IdempotencyKeyReusedError extends BadRequestError {}

/** `sandbox_only` */
export class SandboxOnlyError extends BadRequestError {}

/** `reauthentication_required` */
export class ReauthenticationRequiredError extends ForbiddenError {}

/** `card_not_found` */
export class CardNotFoundError extends NotFoundError {}

/** `transaction_not_found` */
export class TransactionNotFoundError extends NotFoundError {}

/** `deposit_not_found` */
export class DepositNotFoundError extends NotFoundError {}

/** `challenge_not_found` */
export class ChallengeNotFoundError extends NotFoundError {}

/** `template_not_found` */
export class TemplateNotFoundError extends NotFoundError {}

/** `webhook_not_found` */
export class WebhookNotFoundError extends NotFoundError {}

/** `decision_hook_not_found` */
export class DecisionHookNotFoundError extends NotFoundError {}

/** `event_not_found` */
export class EventNotFoundError extends NotFoundError {}

/** `rule_not_found` */
export class RuleNotFoundError extends NotFoundError {}

/** `backtest_not_found` */
export class BacktestNotFoundError extends NotFoundError {}

/** `internal_error` */
export class InternalError extends ServerError {}

/** `service_unavailable` */
export class ServiceUnavailableError extends ServerError {}
