// Made from openapi.json by sdks/node/generate; `npm run generate -w sdks/node` writes it anew.

import { ApiError } from '../errors.ts'

/** `invalid_request` */
export class InvalidRequestError extends ApiError {}

/** `invalid_json` */
export class InvalidJsonError extends ApiError {}

/** `invalid_amount` */
export class InvalidAmountError extends ApiError {}

/** `invalid_bin` */
export class InvalidBinError extends ApiError {}

/** `invalid_category` */
export class InvalidCategoryError extends ApiError {}

/** `invalid_event_type` */
export class InvalidEventTypeError extends ApiError {}

/** `invalid_url` */
export class InvalidUrlError extends ApiError {}

/** `invalid_currency` */
export class InvalidCurrencyError extends ApiError {}

/** `invalid_spending_limit` */
export class InvalidSpendingLimitError extends ApiError {}

/** `invalid_metadata` */
export class InvalidMetadataError extends ApiError {}

/** `insufficient_funds` */
export class InsufficientFundsError extends ApiError {}

/** `card_terminated` */
export class CardTerminatedError extends ApiError {}

/** `invalid_state` */
export class InvalidStateError extends ApiError {}

/** `invalid_otp` */
export class InvalidOtpError extends ApiError {}

/** `idempotency_key_reused` */
export class IdempotencyKeyReusedError extends ApiError {}

/** `sandbox_only` */
export class SandboxOnlyError extends ApiError {}

/** `unauthorized` */
export class UnauthorizedError extends ApiError {}

/** `forbidden` */
export class ForbiddenError extends ApiError {}

/** `reauthentication_required` */
export class ReauthenticationRequiredError extends ApiError {}

/** `card_not_found` */
export class CardNotFoundError extends ApiError {}

/** `transaction_not_found` */
export class TransactionNotFoundError extends ApiError {}

/** `deposit_not_found` */
export class DepositNotFoundError extends ApiError {}

/** `challenge_not_found` */
export class ChallengeNotFoundError extends ApiError {}

/** `webhook_not_found` */
export class WebhookNotFoundError extends ApiError {}

/** `event_not_found` */
export class EventNotFoundError extends ApiError {}

/** `not_found` */
export class NotFoundError extends ApiError {}

/** `rate_limit_exceeded` */
export class RateLimitExceededError extends ApiError {}

/** `internal_error` */
export class InternalError extends ApiError {}

/** `service_unavailable` */
export class ServiceUnavailableError extends ApiError {}

export const errorClasses: Record<string, typeof ApiError> = {
  invalid_request: InvalidRequestError,
  invalid_json: InvalidJsonError,
  invalid_amount: InvalidAmountError,
  invalid_bin: InvalidBinError,
  invalid_category: InvalidCategoryError,
  invalid_event_type: InvalidEventTypeError,
  invalid_url: InvalidUrlError,
  invalid_currency: InvalidCurrencyError,
  invalid_spending_limit: InvalidSpendingLimitError,
  invalid_metadata: InvalidMetadataError,
  insufficient_funds: InsufficientFundsError,
  card_terminated: CardTerminatedError,
  invalid_state: InvalidStateError,
  invalid_otp: InvalidOtpError,
  idempotency_key_reused: IdempotencyKeyReusedError,
  sandbox_only: SandboxOnlyError,
  unauthorized: UnauthorizedError,
  forbidden: ForbiddenError,
  reauthentication_required: ReauthenticationRequiredError,
  card_not_found: CardNotFoundError,
  transaction_not_found: TransactionNotFoundError,
  deposit_not_found: DepositNotFoundError,
  challenge_not_found: ChallengeNotFoundError,
  webhook_not_found: WebhookNotFoundError,
  event_not_found: EventNotFoundError,
  not_found: NotFoundError,
  rate_limit_exceeded: RateLimitExceededError,
  internal_error: InternalError,
  service_unavailable: ServiceUnavailableError,
}
