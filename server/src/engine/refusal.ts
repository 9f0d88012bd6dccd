// A business "no" is a value, like an answer. The caller turns it into an HTTP error or an answer for a processor.

import { ApiError } from '../errors.ts'

export type RefusalId =
  | 'budget_exceeded'
  | 'card_not_found'
  | 'card_terminated'
  | 'challenge_not_found'
  | 'deposit_not_found'
  | 'forbidden'
  | 'idempotency_key_reused'
  | 'insufficient_funds'
  | 'invalid_amount'
  | 'invalid_bin'
  | 'invalid_category'
  | 'invalid_controls'
  | 'invalid_currency'
  | 'invalid_metadata'
  | 'invalid_otp'
  | 'invalid_request'
  | 'invalid_spending_limit'
  | 'invalid_state'
  | 'invalid_template'
  | 'processor_refused'
  | 'spend_request_not_found'
  | 'transaction_not_found'

export class Refusal {
  readonly id: RefusalId
  /** Undefined when the id says enough. */
  readonly message: string | undefined
  /** The field that is at fault. */
  readonly param: string | undefined

  constructor(id: RefusalId, message?: string, param?: string) {
    this.id = id
    this.message = message
    this.param = param
  }
}

export function refuse(id: RefusalId, message?: string, param?: string): Refusal {
  return new Refusal(id, message, param)
}

/** Turns a refusal of the engine into an error of the API. */
export function errorOf({ id, message, param }: Refusal): ApiError {
  return new ApiError(id, message, param === undefined ? {} : { param })
}

/** For code that runs before a decision, where a refusal ends the request. */
export function orThrow<Value>(value: Value | Refusal): Value {
  if (value instanceof Refusal) throw errorOf(value)
  return value
}
