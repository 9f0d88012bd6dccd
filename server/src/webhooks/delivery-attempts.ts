// The attempts that are stored with a delivery: when each was made, the answer, and the headers made for it. Headers
// that are the same in every attempt are not stored.

/** As many as the retry schedule makes. When an owner resends more often, the last attempts are kept. */
export const MAX_KEPT_ATTEMPTS = 10
const MAX_EXCERPT = 200

/** The headers of `signedHeaders` that differ from attempt to attempt. */
const OWN_HEADERS = [
  'x-webhook-timestamp',
  'x-webhook-signature',
  'x-webhook-signature-previous',
  'webhook-timestamp',
  'webhook-signature',
] as const

export type KeptAttempt = {
  at: string
  status: number | null
  duration_ms: number | null
  excerpt: string | null
  headers: Record<string, string>
}

export function keptAttempt(
  at: Date,
  result: { status: number | null; body: string | null; error: string | null; durationMs: number },
  headers: Record<string, string>,
): KeptAttempt {
  return {
    at: at.toISOString(),
    status: result.status,
    duration_ms: Math.round(result.durationMs),
    excerpt: (result.body ?? result.error)?.slice(0, MAX_EXCERPT) ?? null,
    headers: Object.fromEntries(OWN_HEADERS.flatMap((name) => (headers[name] ? [[name, headers[name]]] : []))),
  }
}

/** An attempt that was not made, with the reason. */
export function skippedAttempt(at: Date, reason: string): KeptAttempt {
  return { at: at.toISOString(), status: null, duration_ms: null, excerpt: reason, headers: {} }
}
