export type { Answer, ApiPromise } from './api-promise.ts'
export { Cardwright, Cardwright as default, Webhooks } from './client.ts'
export {
  ApiError,
  CardwrightError,
  ConfigurationError,
  ConnectionError,
  type RateLimitState,
  RequestAbortedError,
  RequestTimeoutError,
} from './errors.ts'
export type { CardwrightEvent, EventData, EventOf } from './event.ts'
export * from './generated/errors.ts'
export type * from './generated/schemas.ts'
export type { RequestNote, ResponseNote } from './hooks.ts'
export type { ClientOptions, Environment, RequestOptions } from './options.ts'
export { Page, type PagePromise, type Pagination } from './page.ts'
export { VERSION } from './request.ts'
export type { ResponseInfo } from './response-info.ts'
export {
  type SignOptions,
  type VerificationFailure,
  type VerifyOptions,
  type WebhookHeaders,
  WebhookVerificationError,
  webhooks,
} from './webhooks.ts'
