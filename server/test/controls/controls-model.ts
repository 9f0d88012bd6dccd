// A second implementation of spend controls, written from the contract: which check declines a purchase, and with which
// figures. It shares no code with the service. Amounts are in cents and times in milliseconds of workspace time.

import { periodOf, resetsAt, type Window, windows } from './calendar.ts'

export type Merchant = { id?: string; name: string; mcc: string; country: string }

/** The category of each code that the tests use. */
const categoryOf: Record<string, string> = { '7311': 'advertising', '5734': 'software', '7011': 'lodging' }
export const holdDaysOf = (mcc: string): number => (mcc === '7011' ? 30 : 7)
const isOf = (entries: string[], mcc: string): boolean =>
  entries.includes(mcc) || entries.includes(categoryOf[mcc] ?? 'other')

export type Limit = {
  window: Window | 'per_transaction'
  amount: number | null
  count: number | null
  categories: string[]
}
export type MerchantEntry = { id?: string; name?: string }
export type Controls = {
  limits: Limit[]
  merchants: { allowed: MerchantEntry[]; blocked: MerchantEntry[] }
  categories: { blocked: string[] }
  countries: { allowed: string[]; blocked: string[] }
  uses: number | null
  merchant_lock: 'first' | null
  active_from: string | null
  active_until: string | null
}
export type Parts = { [Part in keyof Controls]?: Controls[Part] | null }

export const noControls = (): Controls => ({
  limits: [],
  merchants: { allowed: [], blocked: [] },
  categories: { blocked: [] },
  countries: { allowed: [], blocked: [] },
  uses: null,
  merchant_lock: null,
  active_from: null,
  active_until: null,
})

/** PATCH replaces each part that is given, and null clears it. */
export function withParts(controls: Controls, parts: Parts): Controls {
  const given = Object.entries(parts).map(([part, value]) => [part, value ?? noControls()[part as keyof Controls]])
  return { ...controls, ...Object.fromEntries(given) }
}

// ---- where a card can be used

const plain = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase()

/** `*` matches any text, including an empty one. */
function fits(pattern: string, name: string): boolean {
  if (pattern === '') return name === ''
  if (pattern[0] !== '*') return name !== '' && pattern[0] === name[0] && fits(pattern.slice(1), name.slice(1))
  return fits(pattern.slice(1), name) || (name !== '' && fits(pattern, name.slice(1)))
}

export const nameFits = (pattern: string, name: string): boolean => fits(plain(pattern), plain(name))

const isOn = (entries: MerchantEntry[], merchant: Merchant): boolean =>
  entries.some(({ id, name }) => (id === undefined ? nameFits(name!, merchant.name) : id === merchant.id))

/** Merchants are compared by the network's id if both have one, and otherwise by name. */
export function isSameMerchant(
  a: { id?: string | null; name: string },
  b: { id?: string | null; name: string },
): boolean {
  return a.id && b.id ? a.id === b.id : plain(a.name) === plain(b.name)
}

export type AllowedPlaces = {
  controls: Controls
  allowedCategories: string[]
  lockedTo: { id: string | null; name: string } | null
}

/** The category is checked before the merchant, and the merchant before the country. */
export function whyNotHere(card: AllowedPlaces, merchant: Merchant): string | null {
  const { merchants, categories, countries, merchant_lock } = card.controls
  const isOpen = merchants.allowed.length === 0 && card.allowedCategories.length === 0
  const isListed = isOpen || isOn(merchants.allowed, merchant) || isOf(card.allowedCategories, merchant.mcc)
  if (isOf(categories.blocked, merchant.mcc)) return 'category_not_allowed'
  if (!isListed && card.allowedCategories.length > 0) return 'category_not_allowed'
  if (!isListed || isOn(merchants.blocked, merchant)) return 'merchant_not_allowed'
  if (merchant_lock && card.lockedTo && !isSameMerchant(card.lockedTo, merchant)) return 'merchant_not_allowed'
  const { allowed, blocked } = countries
  const isAllowed = allowed.length === 0 || allowed.includes(merchant.country)
  return isAllowed && !blocked.includes(merchant.country) ? null : 'country_not_allowed'
}

export function whyNotNow({ active_from, active_until }: Controls, now: number): string | null {
  const hasBegun = active_from === null || Date.parse(active_from) <= now
  const isOver = active_until !== null && now >= Date.parse(active_until)
  return hasBegun && !isOver ? null : 'outside_active_period'
}

// ---- limits

/** The counted amounts by window, period and merchant category code, so that a limit can be set later. */
export type Usage = Map<string, { amount: number; count: number }>

const keyOf = (window: Window, period: string, mcc: string) => `${window}, ${period}, ${mcc}`

/**
 * Adds to one period of a window. An amount that is freed is negative and belongs to the period in which it was
 * counted.
 */
export function addUsage(usage: Usage, window: Window, period: string, mcc: string, amount: number, count = 0): void {
  const key = keyOf(window, period, mcc)
  const before = usage.get(key) ?? { amount: 0, count: 0 }
  usage.set(key, { amount: before.amount + amount, count: before.count + count })
}

export function addUsageNow(usage: Usage, mcc: string, amount: number, count: number, now: number): void {
  for (const window of windows) addUsage(usage, window, periodOf(window, now), mcc, amount, count)
}

export function usedOf(usage: Usage, { window, categories }: Pick<Limit, 'window' | 'categories'>, now: number) {
  const used = { amount: 0, count: 0 }
  if (window === 'per_transaction') return used
  for (const [key, each] of usage) {
    const mcc = key.slice(-4)
    if (key !== keyOf(window, periodOf(window, now), mcc)) continue
    if (categories.length > 0 && !isOf(categories, mcc)) continue
    used.amount += each.amount
    used.count += each.count
  }
  return used
}

export const resetOf = (window: Limit['window'], now: number): string | null =>
  window === 'per_transaction' ? null : resetsAt(window, now)

export type Detail = {
  window: Limit['window']
  categories: string[]
  unit: 'amount' | 'count'
  limit: number
  used: number
  resets_at: string | null
}

export type Purchase = { amount: number; alreadyHeld: number; isIncrement: boolean; merchant: Merchant }

/** The first figure of this limit that the purchase would exceed: first the amount, then the count. */
export function whatExceeds(usage: Usage, limit: Limit, purchase: Purchase, now: number): Detail | null {
  const { window, categories } = limit
  if (categories.length > 0 && !isOf(categories, purchase.merchant.mcc)) return null
  const used = usedOf(usage, limit, now)
  if (window === 'per_transaction') used.amount = purchase.alreadyHeld
  const detail = { window, categories, resets_at: resetOf(window, now) }
  if (limit.amount !== null && used.amount + purchase.amount > limit.amount)
    return { ...detail, unit: 'amount', limit: limit.amount / 100, used: used.amount / 100 }
  if (limit.count !== null && !purchase.isIncrement && used.count + 1 > limit.count)
    return { ...detail, unit: 'count', limit: limit.count, used: used.count }
  return null
}
