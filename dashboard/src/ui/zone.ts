// The time zone of every date in the dashboard: the device's own zone, or one chosen on this device.

import { useSyncExternalStore } from 'react'
import { addDays, isDate, isZone, startOfDay } from '../../../server/src/zoned-days.ts'

const KEY = 'cardwright.time-zone'
const listeners = new Set<() => void>()

export function deviceZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Undefined while the device's own zone is used. */
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

/** Also reacts to a choice made in another tab. */
function listen(tell: () => void): () => void {
  const onStorage = (event: StorageEvent) => event.key === KEY && tell()
  listeners.add(tell)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(tell)
    removeEventListener('storage', onStorage)
  }
}

/** The short name shown beside a date: "UTC", "GMT+1", "EST". */
export function zoneMark(name: string, at: Date = new Date()): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: name, timeZoneName: 'short' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? name
}

export type Dates = { from?: string | undefined; to?: string | undefined }

/** Converts whole days of the zone, both ends included, to the instants for a request. An invalid date is ignored. */
export function instantsOf({ from, to }: Dates, name: string): Dates {
  return {
    from: from && isDate(from) ? startOfDay(name, from).toISOString() : undefined,
    to: to && isDate(to) ? new Date(startOfDay(name, addDays(to, 1)).getTime() - 1).toISOString() : undefined,
  }
}

export function useInstants(dates: Dates): Dates {
  return instantsOf(dates, useZone())
}
