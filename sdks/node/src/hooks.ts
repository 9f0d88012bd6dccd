// The arguments of the hooks, which are safe to log. They contain no key, body or query, because those may hold card
// numbers, secrets and passcodes.

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
  /** Why the attempt failed. */
  error: Error | undefined
}

export interface Hooks {
  onRequest?: ((note: RequestInfo) => void) | undefined
  onResponse?: ((note: ResponseInfo) => void) | undefined
}

/** A hook that throws must not make a payment fail. */
export function tell<Note>(hook: ((note: Note) => void) | undefined, note: Note): void {
  try {
    hook?.(note)
  } catch {}
}
