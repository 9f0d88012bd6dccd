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

/** Kept: to make a format takes longer than to use it. */
function formatOf(shape: Shape, timeZone: string): Intl.DateTimeFormat {
  const key = `${shape} ${timeZone}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...shapes[shape], timeZone })
  formats.set(key, known)
  return known
}

/** For what the machine's clock dates: keys, sessions, logs. */
export function Time({ at }: { at: string }) {
  return <Moment at={at} now={useNow(WORDS_EVERY_MS)} />
}

/** The next attempt of something that is tried again by itself: one whose time has come is about to be made. */
export function NextTry({ at }: { at: string }) {
  const now = useNow(WORDS_EVERY_MS)
  return Date.parse(at) <= now ? <span className="whitespace-nowrap">now</span> : <Moment at={at} now={now} />
}

/** The same by the workspace's clock, which dates deliveries. */
export function NextWorkspaceTry({ at }: { at: string }) {
  const now = useWorkspaceNow(SECOND_MS, true)
  if (now === undefined) return <Moment at={at} now={now} />
  return Date.parse(at) <= now ? <span className="whitespace-nowrap">now</span> : <Moment at={at} now={now} />
}

/** For what the workspace's clock dates, which a sandbox moves: cards, money, events. */
export function WorkspaceTime({ at }: { at: string }) {
  const now = useWorkspaceNow(WORDS_EVERY_MS, true)
  return <Moment at={at} now={now} />
}

/** Near moments in words, far ones as a date of the chosen zone; the exact moment on hover, there and in UTC. */
function Moment({ at, now }: { at: string; now: number | undefined }) {
  const timeZone = useZone()
  const date = new Date(at)
  return (
    <time dateTime={at} title={titleOf(at, timeZone)} className="whitespace-nowrap">
      {now === undefined ? formatOf('short', timeZone).format(date) : inWords(date, now, timeZone)}
    </time>
  )
}

/** The exact moment in the chosen zone; in UTC on hover. */
export function ExactTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactTime(at, 'UTC')}>
      {exactTime(at, useZone())}
    </time>
  )
}

/** As text, with the zone: "15 Nov 2026, 09:30:00 UTC". */
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
