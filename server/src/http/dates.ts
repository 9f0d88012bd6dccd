import { ApiError } from '../errors.ts'

const DAY = '\\d{4}-\\d{2}-\\d{2}'
const TIME = '\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?(?:Z|[+-]\\d{2}:\\d{2})?'
const BARE_DATE = new RegExp(`^${DAY}$`)
const MOMENT = new RegExp(`^${DAY}T${TIME}$`)
/** Both, for the document. */
export const DATE_OR_MOMENT = `^${DAY}(?:T${TIME})?$`

/** Both ends of a range are inclusive; a bare date means that whole UTC day. Without an offset a moment is UTC. */
export function rangeStart(param: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  return BARE_DATE.test(text) ? parse(param, `${text}T00:00:00.000Z`) : moment(param, text)
}

export function rangeEnd(param: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  return BARE_DATE.test(text) ? parse(param, `${text}T23:59:59.999Z`) : moment(param, text)
}

/** A moment in a body; a bare date is the beginning of that UTC day. Undefined when it is neither. */
export function instant(text: string): Date | undefined {
  try {
    return rangeStart('', text)
  } catch {
    return undefined
  }
}

function moment(param: string, text: string): Date {
  // A plus sign that was not encoded arrives as a space.
  const mended = text.replace(' ', '+')
  if (!MOMENT.test(mended)) throw invalid(param)
  return parse(param, /(?:Z|[+-]\d{2}:\d{2})$/.test(mended) ? mended : `${mended}Z`)
}

function parse(param: string, text: string): Date {
  const date = new Date(text)
  // JavaScript turns 31 February into a day of March, so a date must come back unchanged to be real.
  const isReal =
    !Number.isNaN(date.getTime()) &&
    new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(text.slice(0, 10))
  // PostgreSQL has no year 0, and no transaction is after the year 9999.
  if (!isReal || date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9999) throw invalid(param)
  return date
}

function invalid(param: string): ApiError {
  return new ApiError(
    'invalid_request',
    `"${param}" must be an ISO 8601 date or time, such as 2026-11-15 or 2026-11-15T09:30:00Z.`,
    { param },
  )
}
