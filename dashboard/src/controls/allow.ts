// Finds the smallest change to the controls that lets a card buy where it was declined.

import { isElsewhere, isListed, type SeenMerchant } from '../../../server/src/controls/merchant-patterns.ts'
import type { MerchantPattern } from '../../../server/src/ledger/stored-controls.ts'
import type { Controls, FullTransaction } from '../api/schemas.ts'
import { countryInWords } from './countries.ts'
import type { ControlsParams, Pattern } from './draft.ts'

type Refused = Pick<FullTransaction, 'merchant' | 'merchant_id' | 'decline_reason'>
export type Allowing = {
  action: string
  /** The changes, one sentence each. */
  sentences: string[]
  changes: { allowed_categories?: string[]; controls?: ControlsParams }
}

/** Undefined if the controls no longer block this purchase, or if the decline had another kind of reason. */
export function allowingOf(refused: Refused, controls: Controls, allowedCategories: string[]): Allowing | undefined {
  if (refused.decline_reason === 'country_not_allowed')
    return allowCountry(refused.merchant.country, controls.countries)
  if (refused.decline_reason === 'category_not_allowed' && isBlockedCategory(refused, controls))
    return unblockCategory(refused, controls)
  if (!['merchant_not_allowed', 'category_not_allowed'].includes(refused.decline_reason ?? '')) return undefined
  return allowMerchant(refused, controls, allowedCategories)
}

function allowMerchant(refused: Refused, controls: Controls, allowedCategories: string[]): Allowing | undefined {
  const { merchants, merchant_lock, locked_to } = controls
  const { name } = refused.merchant
  const blocked = merchants.blocked.filter((pattern) => !meets(pattern, refused))
  const isUnblocked = blocked.length < merchants.blocked.length
  const isChosen = merchants.allowed.length > 0 || allowedCategories.length > 0
  const isMissing = isChosen && !isOnList(refused, merchants.allowed, allowedCategories)
  const isUnlocked = merchant_lock !== null && locked_to !== null && isElsewhere(locked_to, seenAt(refused))
  if (!isUnblocked && !isMissing && !isUnlocked) return undefined
  const allowed = isMissing ? [...merchants.allowed, patternOf(refused)] : merchants.allowed
  return {
    action: 'Allow this merchant',
    sentences: [
      ...(isUnblocked ? [`${name} is no longer among the blocked merchants.`] : []),
      ...(isMissing ? [`${name} is added to the allowed merchants.`] : []),
      ...(isUnlocked ? [`The lock to ${locked_to.name} is removed.`] : []),
    ],
    changes: {
      controls: {
        ...((isUnblocked || isMissing) && { merchants: { allowed, blocked } }),
        ...(isUnlocked && { merchant_lock: null }),
      },
    },
  }
}

function isOnList(refused: Refused, merchants: Pattern[], categories: string[]): boolean {
  const { mcc, category } = refused.merchant
  return (
    merchants.some((pattern) => meets(pattern, refused)) || categories.includes(mcc) || categories.includes(category)
  )
}

function patternOf({ merchant, merchant_id }: Refused): Pattern {
  return merchant_id === null ? { name: merchant.name } : { id: merchant_id }
}

/** Uses the same code as the service, so both agree on which merchants a pattern matches. */
function meets(pattern: Pattern, refused: Refused): boolean {
  return isListed([pattern as MerchantPattern], seenAt(refused))
}

function seenAt({ merchant: { name }, merchant_id: id }: Refused): SeenMerchant {
  return { id, name }
}

function isBlockedCategory({ merchant: { mcc, category } }: Refused, { categories: { blocked } }: Controls): boolean {
  return blocked.includes(mcc) || blocked.includes(category)
}

function unblockCategory({ merchant: { mcc, category } }: Refused, { categories: { blocked } }: Controls): Allowing {
  const words = category.replaceAll('_', ' ')
  return {
    action: 'Unblock the category',
    sentences: [`The category ${words} is no longer blocked.`],
    changes: { controls: { categories: { blocked: blocked.filter((each) => each !== mcc && each !== category) } } },
  }
}

function allowCountry(country: string, { allowed, blocked }: Controls['countries']): Allowing | undefined {
  const isMissing = allowed.length > 0 && !allowed.includes(country)
  if (!isMissing && !blocked.includes(country)) return undefined
  const name = countryInWords(country)
  return {
    action: 'Allow this country',
    sentences: [isMissing ? `Merchants in ${name} are allowed too.` : `Merchants in ${name} are no longer blocked.`],
    changes: {
      controls: {
        countries: isMissing
          ? { allowed: [...allowed, country] }
          : { blocked: blocked.filter((each) => each !== country) },
      },
    },
  }
}
