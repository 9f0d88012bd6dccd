export type { Answer, ApiPromise } from './api-promise.ts'
export { Cardwright, Cardwright as default, Webhooks } from './client.ts'
export {
  ApiConnectionError,
  ApiError,
  ApiTimeoutError,
  CardwrightError,
  ConfigurationError,
  type RateLimit,
  RequestAbortedError,
  RequestError,
} from './errors.ts'
export type { CardwrightEvent, EventOf } from './event.ts'
export * from './generated/errors.ts'
export type * from './generated/schemas.ts'
export type { RequestInfo, ResponseInfo } from './hooks.ts'
export type { ClientOptions, RequestOptions } from './options.ts'
export { Page, type PagePromise } from './page.ts'
export type { RawResponse } from './raw-response.ts'
export { type Method, VERSION } from './request.ts'
export {
  type SignOptions,
  type VerificationCode,
  type VerifyOptions,
  type WebhookHeaders,
  type WebhookScheme,
  WebhookVerificationError,
  webhooks,
} from './webhooks.ts'
