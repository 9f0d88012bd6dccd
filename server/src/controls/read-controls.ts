// Turns the controls of a request into what a card stores, and that into what the API shows.

import { isKnownCategoryEntry } from '../categories/categories.ts'
import { orThrow, type Refusal, refuse } from '../engine/refusal.ts'
import { ApiError } from '../errors.ts'
import { instant } from '../http/dates.ts'
import {
  type CardUsage,
  type Controls,
  type Limit,
  type MerchantPattern,
  noControls,
} from '../ledger/stored-controls.ts'
import { centsFromDollars } from '../money.ts'
import type { ControlsInput } from './control-schemas.ts'
import { isAssignedCountry } from './countries.ts'

/**
 * Returns the controls that `before` becomes; null when none are left. Throws for a value that is wrong by itself. A value
 * that conflicts with the other controls is a refusal, since those may have changed by the time the card is locked.
 */
export function withControls(
  before: Controls | null,
  input: ControlsInput | null | undefined,
): Controls | null | Refusal {
  if (input === undefined) return before
  if (input === null) return null
  const after: Controls = { ...(before ?? noControls), ...partsOf(input) }
  return contradictionIn(after) ?? (isEmpty(after) ? null : after)
}

/** For a new card or a template. Throws for conflicting values too. */
export function newControls(input: ControlsInput | null | undefined, before: Controls | null = null): Controls | null {
  return orThrow(withControls(before, input))
}

function partsOf(input: ControlsInput): Partial<Controls> {
  const { limits, merchants, categories, countries, uses, merchant_lock: lock } = input
  return {
    ...(limits !== undefined && { limits: (limits ?? []).map(limitOf) }),
    ...(merchants !== undefined && {
      merchants: {
        allowed: patterns(merchants?.allowed, 'controls.merchants.allowed'),
        blocked: patterns(merchants?.blocked, 'controls.merchants.blocked'),
      },
    }),
    ...(categories !== undefined && {
      categories: { blocked: known(categories?.blocked, 'controls.categories.blocked') },
    }),
    ...(countries !== undefined && {
      countries: {
        allowed: assigned(countries?.allowed, 'controls.countries.allowed'),
        blocked: assigned(countries?.blocked, 'controls.countries.blocked'),
      },
    }),
    ...(uses !== undefined && { uses }),
    ...(lock !== undefined && { merchant_lock: lock as 'first' | null }),
    ...(input.active_from !== undefined && { active_from: time(input.active_from, 'controls.active_from') }),
    ...(input.active_until !== undefined && { active_until: time(input.active_until, 'controls.active_until') }),
  }
}

type LimitInput = NonNullable<ControlsInput['limits']>[number]

function limitOf({ window, amount, count, categories }: LimitInput, index: number): Limit {
  const place = `controls.limits.${index}`
  if (amount === undefined && count === undefined)
    throw invalid(`"${place}" must have an amount, a count or both.`, place)
  if (window === 'per_transaction' && count !== undefined)
    throw invalid(`"${place}.count" does not go with "per_transaction", which is one purchase.`, `${place}.count`)
  return {
    window: window as Limit['window'],
    amount: amount === undefined ? null : Number(centsFromDollars(amount)),
    count: count ?? null,
    categories: known(categories, `${place}.categories`),
  }
}

type PatternInput = { id?: string; name?: string }

function patterns(list: readonly PatternInput[] = [], place: string): MerchantPattern[] {
  return list.map(({ id, name }, index) => {
    if ((id === undefined) === (name === undefined))
      throw invalid(`"${place}.${index}" must have either an id or a name.`, `${place}.${index}`)
    return id === undefined ? { name: name! } : { id }
  })
}

function known(entries: readonly string[] = [], param: string): string[] {
  const unknown = entries.find((entry) => !isKnownCategoryEntry(entry))
  if (unknown === undefined) return [...new Set(entries)]
  throw new ApiError(
    'invalid_category',
    `"${unknown.slice(0, 40)}" is neither a category of GET /categories nor a four-digit merchant category code.`,
    { param },
  )
}

function assigned(codes: readonly string[] = [], place: string): string[] {
  const index = codes.findIndex((code) => !isAssignedCountry(code))
  if (index < 0) return [...codes]
  const hint = codes[index] === 'UK' ? ' The United Kingdom is GB.' : ''
  throw invalid(`"${place}.${index}" must be a country code that ISO 3166 assigns.${hint}`, `${place}.${index}`)
}

function time(text: string | null, param: string): string | null {
  if (text === null) return null
  const parsed = instant(text)
  if (!parsed) throw invalid(`"${param}" must be a moment in ISO 8601, for example 2026-11-15T09:30:00Z.`, param)
  return parsed.toISOString()
}

function contradictionIn({ countries, active_from, active_until }: Controls): Refusal | undefined {
  if (countries.allowed.length > 0 && countries.blocked.length > 0)
    return refuse(
      'invalid_controls',
      '"controls.countries" takes either allowed or blocked countries, not both.',
      'controls.countries',
    )
  if (active_from !== null && active_until !== null && active_from >= active_until)
    return refuse(
      'invalid_controls',
      '"controls.active_until" must be after "controls.active_from".',
      'controls.active_until',
    )
  return undefined
}

function invalid(message: string, param: string): ApiError {
  return new ApiError('invalid_controls', message, { param })
}

function isEmpty({ limits, merchants, categories, countries, ...rest }: Controls): boolean {
  const lists = [limits, merchants.allowed, merchants.blocked, categories.blocked, countries.allowed, countries.blocked]
  return lists.every((list) => list.length === 0) && Object.values(rest).every((value) => value === null)
}

/** Always shows all controls. */
export function presentControls(controls: Controls | null, usage: Pick<CardUsage, 'locked_to'> | null) {
  const { limits, merchants, categories, countries, uses, merchant_lock, active_from, active_until } =
    controls ?? noControls
  return {
    limits: limits.map(({ window, amount, count, categories: counted }) => ({
      window,
      amount: amount === null ? null : amount / 100,
      count,
      categories: counted,
    })),
    merchants,
    categories,
    countries,
    uses,
    merchant_lock,
    locked_to: merchant_lock === null ? null : (usage?.locked_to ?? null),
    active_from,
    active_until,
  }
}
