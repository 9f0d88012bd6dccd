import { momentInWords } from './controls-in-words.ts'

const DAY_MS = 86_400_000
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })

/** Windows end at midnight UTC: "tomorrow, 00:00 UTC", "on Monday, 00:00 UTC", "on 1 December 2026, 00:00 UTC". */
export function resetInWords(at: string, now: number | undefined): string {
  const end = Date.parse(at)
  const days = now === undefined ? Number.POSITIVE_INFINITY : Math.floor(end / DAY_MS) - Math.floor(now / DAY_MS)
  if (days === 1) return 'tomorrow, 00:00 UTC'
  if (days > 1 && days < 7) return `on ${weekday.format(end)}, 00:00 UTC`
  return `on ${momentInWords(at)}`
}
