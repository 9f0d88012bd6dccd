import { useWorkspaceNow } from '../api/clock.ts'
import { useNow } from './now.ts'
import { useZone, zone, zoneMark } from './zone.ts'

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const WORDS_EVERY_MS = 30_000
const SECOND_MS = 1_000

type Shape = 'full' | 'short' | 'shortWithYear'

const shapes: Record<Shape, Intl.DateTimeFormatOptions> = {
  full: { dateStyle: 'medium', timeStyle: 'medium' },
  short: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  shortWithYear: { day: 'numeric', month: 'short', year: 'numeric' },
}
const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats are cached, because creating a format takes longer than using it. */
function formatOf(shape: Shape, timeZone: string): Intl.DateTimeFormat {
  const key = `${shape} ${timeZone}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...shapes[shape], timeZone })
  formats.set(key, known)
  return known
}

/** For times by the machine's clock: keys, sessions, logs. */
export function Time({ at }: { at: string }) {
  return <Moment at={at} now={useNow(WORDS_EVERY_MS)} />
}

/** The time of the next automatic retry. Shows "now" when that time has passed, since the retry is about to run. */
export function NextTry({ at }: { at: string }) {
  const now = useNow(WORDS_EVERY_MS)
  return Date.parse(at) <= now ? <span className="whitespace-nowrap">now</span> : <Moment at={at} now={now} />
}

/** The same by the workspace's clock, which is used for deliveries. */
export function NextWorkspaceTry({ at }: { at: string }) {
  const now = useWorkspaceNow(SECOND_MS, true)
  if (now === undefined) return <Moment at={at} now={now} />
  return Date.parse(at) <= now ? <span className="whitespace-nowrap">now</span> : <Moment at={at} now={now} />
}

/** For times by the workspace's clock, which a sandbox can move: cards, money, events. */
export function WorkspaceTime({ at }: { at: string }) {
  const now = useWorkspaceNow(WORDS_EVERY_MS, true)
  return <Moment at={at} now={now} />
}

/**
 * Shows recent moments in words and distant ones as a date in the chosen zone. On hover, shows the exact time in that
 * zone and in UTC.
 */
function Moment({ at, now }: { at: string; now: number | undefined }) {
  const timeZone = useZone()
  const date = new Date(at)
  return (
    <time dateTime={at} title={titleOf(at, timeZone)} className="whitespace-nowrap">
      {now === undefined ? formatOf('short', timeZone).format(date) : inWords(date, now, timeZone)}
    </time>
  )
}

/** The exact time in the chosen zone, and in UTC on hover. */
export function ExactTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactTime(at, 'UTC')}>
      {exactTime(at, useZone())}
    </time>
  )
}

/** The exact time as text with its zone: "15 Nov 2026, 09:30:00 UTC". */
export function exactTime(at: string, timeZone: string = zone()): string {
  const date = new Date(at)
  return `${formatOf('full', timeZone).format(date)} ${zoneMark(timeZone, date)}`
}

function titleOf(at: string, timeZone: string): string {
  const utc = exactTime(at, 'UTC')
  const here = exactTime(at, timeZone)
  return here === utc ? utc : `${here} (${utc})`
}

function inWords(date: Date, now: number, timeZone: string): string {
  const seconds = Math.round((date.getTime() - now) / 1000)
  const distance = Math.abs(seconds)
  if (distance < 45) return seconds > 0 ? 'in a few seconds' : 'just now'
  if (distance < 3_600) return relative.format(Math.round(seconds / 60), 'minute')
  if (distance < 86_400) return relative.format(Math.round(seconds / 3_600), 'hour')
  const [day, today] = [date, now].map((each) => formatOf('shortWithYear', timeZone).format(each))
  const isThisYear = day!.slice(-4) === today!.slice(-4)
  return isThisYear ? formatOf('short', timeZone).format(date) : day!
}
