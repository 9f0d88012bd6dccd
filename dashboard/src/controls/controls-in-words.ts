// What a card may do, one sentence for each rule.

import type { Controls } from '../api/schemas.ts'
import { countryName, listed } from '../cards/bin-words.ts'
import { money } from '../ui/amounts.tsx'
import { words } from '../ui/badge.tsx'

type Limit = Controls['limits'][number]
type Pattern = Controls['merchants']['allowed'][number]

const windows: Record<string, string> = {
  per_transaction: 'in one purchase',
  day: 'a day',
  week: 'a week',
  month: 'a month',
  year: 'a year',
  all_time: 'in all',
}

export function controlsInWords(controls: Controls): string[] {
  const { merchants, categories, countries, uses, merchant_lock } = controls
  return [
    ...controls.limits.map(limitInWords),
    ...whenAny(merchants.allowed, (list) => `Only at ${listed(list.map(merchantInWords))}.`),
    ...whenAny(merchants.blocked, (list) => `Never at ${listed(list.map(merchantInWords))}.`),
    ...whenAny(categories.blocked, (list) => `Not for ${listed(list.map(categoryInWords))}.`),
    ...whenAny(countries.allowed, (list) => `Only in ${listed(list.map(countryName))}.`),
    ...whenAny(countries.blocked, (list) => `Not in ${listed(list.map(countryName))}.`),
    ...(uses === null ? [] : [`Terminated after ${purchases(uses)}.`]),
    ...(merchant_lock === null ? [] : ['Bound to the first merchant that it pays.']),
    ...periodInWords(controls),
  ]
}

function whenAny<T>(list: T[], say: (list: T[]) => string): string[] {
  return list.length === 0 ? [] : [say(list)]
}

function limitInWords({ window, amount, count, categories }: Limit): string {
  const parts = [...(amount === null ? [] : [money(amount)]), ...(count === null ? [] : [purchases(count)])]
  const where = categories.length === 0 ? '' : ` for ${listed(categories.map(categoryInWords))}`
  return `At most ${listed(parts)} ${windows[window] ?? window}${where}.`
}

function purchases(count: number): string {
  return count === 1 ? 'one purchase' : `${count.toLocaleString('en-US')} purchases`
}

function merchantInWords({ id, name }: Pattern): string {
  return name ?? `merchant ${id}`
}

function categoryInWords(entry: string): string {
  return /^\d{4}$/.test(entry) ? `code ${entry}` : words(entry).toLowerCase()
}

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

function periodInWords({ active_from: from, active_until: until }: Controls): string[] {
  const at = (time: string) => `${moment.format(new Date(time))} UTC`
  if (from && until) return [`From ${at(from)} until ${at(until)}.`]
  if (from) return [`From ${at(from)} on.`]
  return until ? [`Until ${at(until)}.`] : []
}
