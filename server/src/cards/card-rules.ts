// What may be set on a card, judged the same way when it is created and when it is updated.

import type { Bin } from '../bins/bin-directory.ts'
import { isKnownCategoryEntry } from '../categories/categories.ts'
import { type Refusal, refuse } from '../engine/refusal.ts'
import { ApiError } from '../http/errors.ts'
import { type Cents, centsFromDollars, dollars } from '../money.ts'

export function spendingLimit(bin: Bin, limit: number | undefined): Cents | Refusal {
  if (limit === undefined) return bin.maxMonthlyCents
  const cents = centsFromDollars(limit)
  if (cents > bin.maxMonthlyCents) {
    return refuse(
      'invalid_spending_limit',
      `"spending_limit" must be at most ${dollars(bin.maxMonthlyCents)}, the monthly maximum of the BIN.`,
      'spending_limit',
    )
  }
  return cents
}

export function allowedCategories(entries: readonly string[]): string[] {
  const unknown = entries.find((entry) => !isKnownCategoryEntry(entry))
  if (unknown !== undefined) {
    throw new ApiError(
      'invalid_category',
      `"${unknown.slice(0, 40)}" is neither a category of GET /categories nor a four-digit merchant category code.`,
      { param: 'allowed_categories' },
    )
  }
  return [...new Set(entries)]
}

/** 0 switches the threshold off and is stored as null. */
export function autoFreezeThreshold(value: number | undefined): Cents | null {
  return value === undefined || value === 0 ? null : centsFromDollars(value)
}
