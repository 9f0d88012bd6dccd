// Days of a time zone as instants. The dashboard uses this file too. It needs only Intl, because not every browser has
// Temporal.

const DAY_MS = 86_400_000
const DATE = /^\d{4}-\d{2}-\d{2}$/

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, made)
  return made
}

/** Whether the name is in the IANA database, such as Europe/Berlin. Offsets such as +01:00 are not. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Whether the text is a real date in the years 2000 to 2999, such as 2026-11-15. */
export function isDate(text: string): boolean {
  return DATE.test(text) && text.startsWith('2') && dateAt(Date.parse(text)) === text
}

function dateAt(utcMs: number): string {
  return Number.isNaN(utcMs) ? '' : new Date(utcMs).toISOString().slice(0, 10)
}

/** The local time in the zone, as milliseconds as if it were UTC. */
function wallMs(ms: number, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** The date in the zone, such as 2026-11-15. */
export function dateIn(zone: string, ms: number): string {
  return dateAt(wallMs(ms, zone))
}

/**
 * The first instant of a date in the zone. When the change to summer time skips midnight, the day begins at one
 * o'clock.
 */
export function startOfDay(zone: string, date: string): Date {
  return firstInstant(Date.parse(date), zone)
}

/** The local time in the zone, in the form of a `datetime-local` input: 2026-11-15T10:30. */
export function wallTimeIn(zone: string, ms: number): string {
  return new Date(wallMs(ms, zone)).toISOString().slice(0, 16)
}

/** The instant at which the local time in the zone is `text`, such as 2026-11-15T10:30. */
export function instantOfWallTime(zone: string, text: string): Date {
  return firstInstant(Date.parse(`${text}Z`), zone)
}

function firstInstant(wanted: number, zone: string): Date {
  // First the offset at about that time, then the offset that applies at the resulting instant.
  let at = wanted - (wallMs(wanted, zone) - wanted)
  at = wanted - (wallMs(at, zone) - at)
  if (wallMs(at, zone) < wanted) at += 3_600_000
  return new Date(at)
}

export function addDays(date: string, days: number): string {
  return dateAt(Date.parse(date) + days * DAY_MS)
}

/** Every date from `from` to `to`, both included. */
export function datesThrough(from: string, to: string): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(from, index))
}
