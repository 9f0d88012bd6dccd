// The header `traceparent` of W3C Trace Context (https://www.w3.org/TR/trace-context/). A client can send anything, so a header
// that does not have exactly this form is ignored, and a valid one only says which trace a span belongs to.

export type SpanContext = { traceId: string; spanId: string }

const VERSION_LENGTH = 2
/** `00-` and the two ids and the flags; a later version may go on after another hyphen. */
const LENGTH = 55
const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(?:-.*)?$/
const FIRST_VERSION = '00'
const INVALID_VERSION = 'ff'
const NO_TRACE = '0'.repeat(32)
const NO_SPAN = '0'.repeat(16)
/** No honest client sends a longer header. */
const MAX_LENGTH = 256

export function parseTraceparent(header: string | undefined): SpanContext | undefined {
  if (header === undefined || header.length < LENGTH || header.length > MAX_LENGTH) return undefined
  const version = header.slice(0, VERSION_LENGTH)
  if (version === INVALID_VERSION || (version === FIRST_VERSION && header.length !== LENGTH)) return undefined
  const [, , traceId = NO_TRACE, spanId = NO_SPAN] = FORM.exec(header) ?? []
  return traceId === NO_TRACE || spanId === NO_SPAN ? undefined : { traceId, spanId }
}

/** Only exported spans have one, so the flag is always "sampled". */
export function traceparentOf({ traceId, spanId }: SpanContext): string {
  return `${FIRST_VERSION}-${traceId}-${spanId}-01`
}
