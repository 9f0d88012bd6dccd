// Controls while they are being edited: numbers and times are the text that was typed. The allowed categories are
// included, because they form one group with the allowed merchants: a merchant on either list is allowed.

import type { Controls, CreateCardParams } from '../api/schemas.ts'
import { readAmount } from '../ui/amounts.tsx'

export type Limit = Controls['limits'][number]
export type Pattern = Controls['merchants']['allowed'][number]
export type LimitDraft = {
  id: string
  window: Limit['window']
  amount: string
  count: string
  categories: string[]
}

export type ControlsDraft = {
  allowedCategories: string[]
  limits: LimitDraft[]
  allowedMerchants: Pattern[]
  blockedMerchants: Pattern[]
  blockedCategories: string[]
  /** How `countries` is used. A card can have allowed or blocked countries, but not both. */
  where: 'anywhere' | 'allowed' | 'blocked'
  countries: string[]
  uses: string
  isLocked: boolean
  /** In the format of a datetime-local input, in UTC. */
  activeFrom: string
  activeUntil: string
}

export const MAX_LIMITS = 10
export const MAX_MERCHANTS = 100

export const noControls: Controls = {
  limits: [],
  merchants: { allowed: [], blocked: [] },
  categories: { blocked: [] },
  countries: { allowed: [], blocked: [] },
  uses: null,
  merchant_lock: null,
  locked_to: null,
  active_from: null,
  active_until: null,
}

/** `controls` are those of a card or a template. Without them, the draft has no controls. */
export function draftOf(controls: Controls = noControls, allowedCategories: string[] = []): ControlsDraft {
  const { limits, merchants, categories, countries, uses, merchant_lock, active_from, active_until } = controls
  const isAllowed = countries.allowed.length > 0
  return {
    allowedCategories,
    limits: limits.map((limit) => newLimit({ ...limit, amount: amountText(limit.amount), count: text(limit.count) })),
    allowedMerchants: merchants.allowed,
    blockedMerchants: merchants.blocked,
    blockedCategories: categories.blocked,
    where: isAllowed ? 'allowed' : countries.blocked.length > 0 ? 'blocked' : 'anywhere',
    countries: isAllowed ? countries.allowed : countries.blocked,
    uses: text(uses),
    isLocked: merchant_lock !== null,
    activeFrom: localText(active_from),
    activeUntil: localText(active_until),
  }
}

export const blankControls: ControlsDraft = draftOf()

export function newLimit(known: Partial<Omit<LimitDraft, 'id'>> = {}): LimitDraft {
  return { window: 'day', amount: '', count: '', categories: [], ...known, id: crypto.randomUUID() }
}

function text(value: number | null): string {
  return value === null ? '' : String(value)
}

function amountText(amount: number | null): string {
  return amount === null ? '' : amount.toFixed(2)
}

function localText(at: string | null): string {
  return at === null ? '' : at.slice(0, 'yyyy-mm-ddThh:mm'.length)
}

/** The draft as the API shows the controls of a card. Values that are not numbers are left out. */
export function controlsOf(draft: ControlsDraft): Controls {
  return {
    limits: draft.limits.map(({ window, amount, count, categories }) => ({
      window,
      amount: readAmount(amount) ?? null,
      count: window === 'per_transaction' ? null : (readCount(count) ?? null),
      categories,
    })),
    merchants: { allowed: draft.allowedMerchants, blocked: draft.blockedMerchants },
    categories: { blocked: draft.blockedCategories },
    countries: {
      allowed: draft.where === 'allowed' ? draft.countries : [],
      blocked: draft.where === 'blocked' ? draft.countries : [],
    },
    uses: readCount(draft.uses) ?? null,
    merchant_lock: draft.isLocked ? 'first' : null,
    locked_to: null,
    active_from: momentOf(draft.activeFrom),
    active_until: momentOf(draft.activeUntil),
  }
}

export function readCount(typed: string): number | undefined {
  const plain = typed.trim().replaceAll(',', '')
  return /^\d{1,7}$/.test(plain) ? Number(plain) : undefined
}

function momentOf(local: string): string | null {
  return local === '' ? null : new Date(`${local}Z`).toISOString()
}

export type ControlsParams = NonNullable<CreateCardParams['controls']>

/** All parts of the controls as request parameters. Each part replaces that part of the card. */
export function controlsParams(draft: ControlsDraft): ControlsParams {
  const { locked_to: _, limits, ...rest } = controlsOf(draft)
  return {
    ...rest,
    limits: limits.map(({ amount, count, ...limit }) => ({
      ...limit,
      ...(amount !== null && { amount }),
      ...(count !== null && { count }),
    })),
  }
}

export function hasControls(controls: Controls): boolean {
  return JSON.stringify({ ...controls, locked_to: null }) !== JSON.stringify(noControls)
}
