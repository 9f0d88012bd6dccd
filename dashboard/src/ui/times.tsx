import { useEffect, useState } from 'react'

const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const shortWithYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** Near moments in words, far ones as a date; the exact moment in UTC on hover. */
export function Time({ at }: { at: string }) {
  const now = useNow(30_000)
  const date = new Date(at)
  return (
    <time dateTime={at} title={`${full.format(date)} UTC`} className="whitespace-nowrap">
      {inWords(date, now)}
    </time>
  )
}

export function exactTime(at: string): string {
  return `${full.format(new Date(at))} UTC`
}

function inWords(date: Date, now: number): string {
  const seconds = Math.round((date.getTime() - now) / 1000)
  const distance = Math.abs(seconds)
  if (distance < 45) return seconds > 5 ? 'in a moment' : 'just now'
  if (distance < 3_600) return relative.format(Math.round(seconds / 60), 'minute')
  if (distance < 86_400) return relative.format(Math.round(seconds / 3_600), 'hour')
  return date.getFullYear() === new Date(now).getFullYear() ? short.format(date) : shortWithYear.format(date)
}

/** The machine's time, read again every so often while the page is shown. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
