// How long a hold lasts.

import { categoryOfMcc } from '../categories/categories.ts'

// Merchants of these three hold an estimate for a whole stay or trip and settle at its end, so the card networks let
// their authorizations live longer than any other.
const LONG_HOLD_CATEGORIES: readonly string[] = ['lodging', 'car_rental', 'cruise_lines']
const HOLD_DAYS = 7
const LONG_HOLD_DAYS = 30

/** How many days a hold at this merchant lasts unless it is settled or reversed before. */
export function holdDays(mcc: string): 7 | 30 {
  return LONG_HOLD_CATEGORIES.includes(categoryOfMcc(mcc)) ? LONG_HOLD_DAYS : HOLD_DAYS
}
