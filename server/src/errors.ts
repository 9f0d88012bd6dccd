// Every error a client can see, with its status. An error owns its status here and nowhere else.

const statuses = {
  invalid_request: 400,
  invalid_json: 400,
  invalid_amount: 400,
  invalid_bin: 400,
  invalid_category: 400,
  invalid_event_type: 400,
  invalid_url: 400,
  invalid_currency: 400,
  invalid_spending_limit: 400,
  invalid_metadata: 400,
  invalid_rule: 400,
  invalid_controls: 400,
  invalid_template: 400,
  insufficient_funds: 400,
  budget_exceeded: 400,
  card_terminated: 400,
  invalid_state: 400,
  invalid_otp: 400,
  processor_refused: 400,
  reveal_session_required: 400,
  idempotency_key_reused: 400,
  sandbox_only: 400,
  unauthorized: 401,
  forbidden: 403,
  reauthentication_required: 403,
  card_not_found: 404,
  transaction_not_found: 404,
  deposit_not_found: 404,
  challenge_not_found: 404,
  template_not_found: 404,
  spend_request_not_found: 404,
  webhook_not_found: 404,
  decision_hook_not_found: 404,
  event_not_found: 404,
  rule_not_found: 404,
  backtest_not_found: 404,
  not_found: 404,
  rate_limit_exceeded: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const

export type ErrorId = keyof typeof statuses
export const errorIds = Object.keys(statuses) as ErrorId[]

/** Refusals that an idempotency key keeps, because they were decided on the state of the books. */
const kept = new Set<ErrorId>([
  'insufficient_funds',
  'budget_exceeded',
  'card_terminated',
  'invalid_state',
  'invalid_otp',
  'processor_refused',
])

const defaultMessages: Partial<Record<ErrorId, string>> = {
  unauthorized: 'Missing or invalid API key. Send it as: Authorization: Bearer <API_KEY>.',
  forbidden: 'This key may only read.',
  reauthentication_required: 'Confirm who you are first: your password or a code, within the last five minutes.',
  card_terminated: 'The card is terminated; that is permanent.',
  card_not_found: 'No such card.',
  transaction_not_found: 'No such transaction.',
  deposit_not_found: 'No such deposit.',
  challenge_not_found: 'No such 3-D Secure challenge.',
  template_not_found: 'No such card template.',
  spend_request_not_found: 'No such spend request.',
  webhook_not_found: 'No such webhook.',
  decision_hook_not_found: 'This workspace has no decision hook; PUT /decision-hook sets one.',
  event_not_found: 'No such event.',
  rule_not_found: 'No such rule.',
  backtest_not_found: 'No such backtest.',
  not_found: 'No such route.',
  sandbox_only: 'This call drives the sandbox; use a key that begins with sk_test_.',
  idempotency_key_reused: 'This idempotency key was used for a different request.',
  processor_refused: 'The processor of this BIN has refused the card.',
  reveal_session_required:
    'The processor of this card shows its number itself: POST /cards/{card_id}/reveal-sessions gives the address of its page.',
  internal_error: 'Something went wrong on our side. Quote the request id when you ask about it.',
}

export class ApiError extends Error {
  readonly id: ErrorId
  readonly param: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    id: ErrorId,
    message?: string,
    detail: { param?: string; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message ?? defaultMessages[id] ?? id, { cause: detail.cause })
    this.id = id
    this.param = detail.param
    this.retryAfterSeconds = detail.retryAfterSeconds ?? (id === 'service_unavailable' ? 1 : undefined)
  }

  get status(): number {
    return statuses[this.id]
  }

  get isKept(): boolean {
    return kept.has(this.id)
  }

  body(requestId: string): ErrorBody {
    return {
      error: this.id,
      message: this.message,
      code: this.status,
      request_id: requestId,
      ...(this.param !== undefined && { param: this.param }),
      ...(this.id === 'rate_limit_exceeded' && { retry_after: this.retryAfterSeconds }),
    }
  }
}

export type ErrorBody = {
  error: string
  message: string
  code: number
  request_id: string
  param?: string
  retry_after?: number | undefined
}

export function statusOf(id: ErrorId): number {
  return statuses[id]
}
