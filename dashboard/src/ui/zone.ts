// The time zone of every date in the dashboard: this device's own, or one that was chosen on it.

import { useSyncExternalStore } from 'react'
import { addDays, isDate, isZone, startOfDay } from '../../../server/src/zoned-days.ts'

const KEY = 'cardwright.time-zone'
const listeners = new Set<() => void>()

export function deviceZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Undefined while the device's own is used. */
export function chosenZone(): string | undefined {
  const stored = localStorage.getItem(KEY)
  return stored !== null && isZone(stored) ? stored : undefined
}

export function zone(): string {
  return chosenZone() ?? deviceZone()
}

export function chooseZone(next: string | undefined): void {
  if (next === undefined) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, next)
  for (const tell of listeners) tell()
}

export function useZone(): string {
  return useSyncExternalStore(listen, zone)
}

/** A choice in another tab counts here too. */
function listen(tell: () => void): () => void {
  const onStorage = (event: StorageEvent) => event.key === KEY && tell()
  listeners.add(tell)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(tell)
    removeEventListener('storage', onStorage)
  }
}

/** As beside a date: "UTC", "GMT+1", "EST". */
export function zoneMark(name: string, at: Date = new Date()): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: name, timeZoneName: 'short' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? name
}

export type Dates = { from?: string | undefined; to?: string | undefined }

/** Whole days of the zone, both included, as the instants that a request asks for. What is no date asks for nothing. */
export function instantsOf({ from, to }: Dates, name: string): Dates {
  return {
    from: from && isDate(from) ? startOfDay(name, from).toISOString() : undefined,
    to: to && isDate(to) ? new Date(startOfDay(name, addDays(to, 1)).getTime() - 1).toISOString() : undefined,
  }
}

export function useInstants(dates: Dates): Dates {
  return instantsOf(dates, useZone())
}
