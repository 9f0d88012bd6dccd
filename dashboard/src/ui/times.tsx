import { useWorkspaceNow } from '../api/clock.ts'
import { useNow } from './now.ts'

const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const shortWithYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const WORDS_EVERY_MS = 30_000
const SECOND_MS = 1_000

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

/** Near moments in words, far ones as a date; the exact moment in UTC on hover. */
function Moment({ at, now }: { at: string; now: number | undefined }) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={`${full.format(date)} UTC`} className="whitespace-nowrap">
      {now === undefined ? short.format(date) : inWords(date, now)}
    </time>
  )
}

export function exactTime(at: string): string {
  return `${full.format(new Date(at))} UTC`
}

function inWords(date: Date, now: number): string {
  const seconds = Math.round((date.getTime() - now) / 1000)
  const distance = Math.abs(seconds)
  if (distance < 45) return seconds > 0 ? 'in a few seconds' : 'just now'
  if (distance < 3_600) return relative.format(Math.round(seconds / 60), 'minute')
  if (distance < 86_400) return relative.format(Math.round(seconds / 3_600), 'hour')
  return date.getFullYear() === new Date(now).getFullYear() ? short.format(date) : shortWithYear.format(date)
}
