// What a log may see. Neither the key, nor a body, nor the query: card numbers, secrets and passcodes pass through those.

export interface RequestInfo {
  method: string
  /** Without the query. */
  path: string
  /** Counted from 1. */
  attempt: number
  idempotencyKey: string | undefined
}

export interface ResponseInfo extends RequestInfo {
  /** Undefined when no answer came. */
  status: number | undefined
  requestId: string | undefined
  durationMs: number
  /** Why there is no answer. */
  error: Error | undefined
}

export interface Hooks {
  onRequest?: ((note: RequestInfo) => void) | undefined
  onResponse?: ((note: ResponseInfo) => void) | undefined
}

/** A log that fails must not decide over a payment. */
export function tell<Note>(hook: ((note: Note) => void) | undefined, note: Note): void {
  try {
    hook?.(note)
  } catch {}
}
