// Explains a decline with the numbers at the time of the purchase.

import type { Transaction } from '../api/schemas.ts'
import { listed } from '../cards/bin-words.ts'
import { categoryName } from '../cards/category-picker.tsx'
import { explanationInWords } from '../rules/explanation-in-words.ts'
import { money } from '../ui/amounts.tsx'
import { momentInWords, purchases } from './controls-in-words.ts'
import { resetInWords } from './reset-in-words.ts'

type Declined = Pick<Transaction, 'amount' | 'decline_detail'>
type Detail = NonNullable<Transaction['decline_detail']>

const limitNames: Record<NonNullable<Detail['window']>, string> = {
  per_transaction: 'limit for one purchase',
  day: 'daily limit',
  week: 'weekly limit',
  month: 'monthly limit',
  year: 'yearly limit',
  all_time: 'limit over all time',
}

/** Undefined if the decline reason needs no further explanation. `now` is workspace time. */
export function declineInWords(declined: Declined, now: number | undefined): string | undefined {
  const { reason, explanation } = declined.decline_detail ?? {}
  if (reason !== undefined) return `Your server gave this reason: “${reason}”.`
  if (explanation !== undefined) return `${explanationInWords(explanation)}.`
  if (declined.decline_detail?.returned !== undefined) return reachedCeiling(declined)
  return reachedLimit(declined, now)
}

/** An increment after the last use has ended the card takes no more than the card returned to the wallet. */
function reachedCeiling({ amount, decline_detail }: Declined): string {
  const { returned = 0, taken = 0 } = decline_detail!
  const since = taken === 0 ? '' : `, of which ${money(taken)} was taken since`
  return `The card had ended and returned ${money(returned)} to the wallet${since}. ${money(Math.abs(amount))} was requested.`
}

function reachedLimit({ amount, decline_detail: detail }: Declined, now: number | undefined): string | undefined {
  if (detail?.window === undefined || detail.limit === undefined) return undefined
  const isAmount = detail.unit !== 'count'
  const show = isAmount ? money : purchases
  const used = detail.used ?? 0
  const asked = isAmount ? `${money(Math.abs(amount))} requested` : 'one more requested'
  const before = detail.window === 'per_transaction' && used === 0 ? '' : `${isAmount ? money(used) : used} used, `
  return `The ${nameOf(detail)} of ${show(detail.limit)} was reached: ${before}${asked}${resetOf(detail.resets_at, now)}.`
}

/** For a list: "Daily limit of $250.00", or the reason that a decision hook gave. */
export function declineInShort({ decline_detail: detail }: Declined): string | undefined {
  if (detail?.reason !== undefined) return `“${detail.reason}”`
  if (detail?.explanation !== undefined) return explanationInWords(detail.explanation)
  if (detail?.returned !== undefined) return `The card had ended and returned ${money(detail.returned)}`
  if (detail?.window === undefined || detail.limit === undefined) return undefined
  const name = nameOf(detail)
  const limit = detail.unit === 'count' ? purchases(detail.limit) : money(detail.limit)
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} of ${limit}`
}

function nameOf({ window, categories = [] }: Detail): string {
  const where = categories.map((entry) => categoryName(entry).toLowerCase())
  return `${limitNames[window!]}${where.length === 0 ? '' : ` for ${listed(where)}`}`
}

function resetOf(at: string | null | undefined, now: number | undefined): string {
  if (!at) return ''
  if (now !== undefined && Date.parse(at) <= now) return `; it reset on ${momentInWords(at)}`
  return `; it resets ${resetInWords(at, now)}`
}
