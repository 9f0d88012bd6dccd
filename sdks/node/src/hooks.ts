// What a log may see. Neither the key, nor a body, nor the query: card numbers, secrets and passcodes pass through those.

export interface RequestNote {
  method: string
  /** Without the query. */
  path: string
  /** Counted from 1. */
  attempt: number
  idempotencyKey: string | undefined
}

export interface ResponseNote extends RequestNote {
  /** Undefined when no answer came. */
  status: number | undefined
  requestId: string | undefined
  durationMs: number
  /** Why there is no answer. */
  error: Error | undefined
}

export interface Hooks {
  onRequest?: ((note: RequestNote) => void) | undefined
  onResponse?: ((note: ResponseNote) => void) | undefined
}

/** A log that fails must not decide over a payment. */
export function tell<Note>(hook: ((note: Note) => void) | undefined, note: Note): void {
  try {
    hook?.(note)
  } catch {}
}
