// The rules for the settings of a card. Creation, updates and templates apply the same ones.

import type { Workspace } from '../accounts/workspace.ts'
import type { Bin } from '../bins/bin-directory.ts'
import { isKnownCategoryEntry } from '../categories/categories.ts'
import { type Refusal, refuse } from '../engine/refusal.ts'
import type { CardRow } from '../ledger/rows.ts'
import { type Cents, centsFromDollars, dollars } from '../money.ts'
import type { Services } from '../services.ts'

const MAX_METADATA_KEYS = 20

/** Refuses a BIN with which no card can be created. */
export function offeredBin({ bins }: Services, { environment }: Workspace, id: string | undefined): Bin | Refusal {
  const bin = id === undefined ? undefined : bins.get(id)
  if (bin && !bin.retired && bin.environment === environment) return bin
  const isEmpty = bins.offered(environment).length === 0
  const missing = id === undefined ? '"bin_id" is required.' : 'No such BIN; GET /bins lists them.'
  const message = isEmpty
    ? 'There are no BINs for live cards yet: the operator of this service must connect a processor first.'
    : missing
  return refuse('invalid_bin', message, 'bin_id')
}

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

export function allowedCategories(entries: readonly string[]): string[] | Refusal {
  const unknown = entries.find((entry) => !isKnownCategoryEntry(entry))
  if (unknown !== undefined) {
    return refuse(
      'invalid_category',
      `"${unknown.slice(0, 40)}" is neither a category of GET /categories nor a four-digit merchant category code.`,
      'allowed_categories',
    )
  }
  return [...new Set(entries)]
}

/** 0 switches the threshold off and is stored as null. */
export function autoFreezeThreshold(value: number | undefined): Cents | null {
  return value === undefined || value === 0 ? null : centsFromDollars(value)
}

type Metadata = CardRow['metadata']

/** Null removes a key. */
export function mergeMetadata(
  existing: Metadata,
  patch: Record<string, string | number | boolean | null>,
): Metadata | Refusal {
  const entries = Object.entries({ ...existing, ...patch }).filter(
    (entry): entry is [string, string | number | boolean] => entry[1] !== null,
  )
  if (entries.length > MAX_METADATA_KEYS) {
    return refuse(
      'invalid_metadata',
      `"metadata" would have ${entries.length} keys; at most ${MAX_METADATA_KEYS} are kept.`,
      'metadata',
    )
  }
  return Object.fromEntries(entries)
}
