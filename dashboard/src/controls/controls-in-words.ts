// Describes what a card may do in plain words.

import type { Controls } from '../api/schemas.ts'
import { listed } from '../cards/bin-words.ts'
import { categoryName } from '../cards/category-picker.tsx'
import { money } from '../ui/amounts.tsx'
import { countryInWords } from './countries.ts'
import type { Limit, Pattern } from './draft.ts'

/** One sentence for each rule. A card without rules has none. */
export function controlsInWords(controls: Controls, allowedCategories: string[] = []): string[] {
  return clausesOf(controls, allowedCategories).map((clause) => `${capital(clause)}.`)
}

/** The same as one sentence: "At most $250.00 a day; only in the United States." */
export function controlsInOneSentence(controls: Controls, allowedCategories: string[] = []): string | undefined {
  const clauses = clausesOf(controls, allowedCategories)
  return clauses.length === 0 ? undefined : `${capital(clauses.join('; '))}.`
}

function clausesOf(controls: Controls, allowedCategories: string[]): string[] {
  const { limits, merchants, categories, countries, uses, merchant_lock, locked_to } = controls
  const bounds = limits.flatMap(limitInWords)
  return [
    ...(bounds.length === 0 ? [] : [`at most ${listed(bounds)}`]),
    ...onlyAt(merchants.allowed, allowedCategories),
    ...whenAny(merchants.blocked, (list) => `never at ${some(list.map(merchantInWords), 'disjunction')}`),
    ...whenAny(categories.blocked, (list) => `not for ${some(list.map(categoryInWords), 'disjunction')}`),
    ...whenAny(countries.allowed, (list) => `only in ${some(list.map(countryInWords))}`),
    ...whenAny(countries.blocked, (list) => `not in ${some(list.map(countryInWords), 'disjunction')}`),
    ...(uses === null
      ? []
      : [uses === 1 ? 'for one purchase, then it is terminated' : `for ${purchases(uses)}, then it is terminated`]),
    ...(merchant_lock === null
      ? []
      : [locked_to ? `locked to ${locked_to.name}` : 'locked to the first merchant that it pays']),
    ...periodInWords(controls),
  ]
}

/** A merchant on either list is allowed. */
function onlyAt(merchants: Pattern[], categories: string[]): string[] {
  const places = [
    ...whenAny(merchants, (list) => `at ${some(list.map(merchantInWords), 'disjunction')}`),
    ...whenAny(categories, (list) => `for ${some(list.map(categoryInWords))}`),
  ]
  return places.length === 0 ? [] : [`only ${places.join(' or ')}`]
}

function whenAny<T>(list: T[], say: (list: T[]) => string): string[] {
  return list.length === 0 ? [] : [say(list)]
}

const MAX_NAMED = 5

/** Shortens long lists, because nobody would read the sentence. */
function some(names: string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  const named = names.length > MAX_NAMED + 1 ? names.slice(0, MAX_NAMED) : names
  const rest = names.length - named.length
  return new Intl.ListFormat('en', { type }).format(rest === 0 ? named : [...named, `${rest} more`])
}

const perWindow: Record<Limit['window'], string> = {
  per_transaction: 'in one purchase',
  day: 'a day',
  week: 'a week',
  month: 'a month',
  year: 'a year',
  all_time: 'in total',
}

/** A limit without an amount or a count is left out. */
function limitInWords({ window, amount, count, categories }: Limit): string[] {
  const parts = [...(amount === null ? [] : [money(amount)]), ...(count === null ? [] : [purchases(count)])]
  if (parts.length === 0) return []
  const where = categories.length === 0 ? '' : ` for ${some(categories.map(categoryInWords))}`
  return [`${parts.join(' and ')} ${perWindow[window]}${where}`]
}

export function purchases(count: number): string {
  return count === 1 ? '1 purchase' : `${count.toLocaleString('en-US')} purchases`
}

export function merchantInWords({ id, name }: Pattern): string {
  return name ?? `merchant ${id}`
}

function categoryInWords(entry: string): string {
  return categoryName(entry).toLowerCase()
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

/** Formats a time in UTC: "1 December 2026, 00:00 UTC". */
export function momentInWords(at: string): string {
  const date = new Date(at)
  return `${day.format(date)}, ${time.format(date)} UTC`
}

function periodInWords({ active_from: from, active_until: until }: Controls): string[] {
  const words = [...(from ? [`from ${momentInWords(from)}`] : []), ...(until ? [`until ${momentInWords(until)}`] : [])]
  return words.length === 0 ? [] : [words.join(' ')]
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
