// What one key may do and how far: its scopes and its bounds, as every request of the key carries them.

import type { BlockList } from 'node:net'
import type { Uuid } from '../ids.ts'
import type { Window } from '../ledger/stored-controls.ts'
import type { Cents } from '../money.ts'
import { inScopeOrder, readOnlyScopes, type Scope, scopeNames } from './scopes.ts'
import type { SpendPolicy } from './spend-policy.ts'
import type { Workspace } from './workspace.ts'

export const KeyKind = { standard: 1, agent: 2 } as const
export type KeyKindName = keyof typeof KeyKind
export const keyKinds = Object.keys(KeyKind) as KeyKindName[]

export const MAX_CARD_IDS = 100
export const MAX_IP_RANGES = 20

export type Budget = { amountCents: Cents; window: Window }

export type KeyRights = {
  id: Uuid
  kind: KeyKindName
  scopes: ReadonlySet<Scope>
  /** Whether the scopes were chosen, or are all that there are. */
  hasAllScopes: boolean
  /** Nothing but what `read_only` means. */
  isReadOnly: boolean
  /** The key reaches only these cards; null where it is not bound to any. */
  cardIds: ReadonlySet<Uuid> | null
  /** The key reaches only cards that were made through it. */
  ownCards: boolean
  budget: Budget | null
  /** Real time. */
  expiresAt: Date | null
  /** Null where it may come from anywhere. */
  ipAllow: { ranges: readonly string[]; list: BlockList } | null
  /** What of its spend requests needs no person; null where it has none. */
  spendPolicy: SpendPolicy | null
}

const all: ReadonlySet<Scope> = new Set(scopeNames)
const reading: ReadonlySet<Scope> = new Set(readOnlyScopes)

/** Null stands for all scopes, also those that a later release adds. */
export function scopesOf(stored: readonly string[] | null, isReadOnly: boolean): ReadonlySet<Scope> {
  if (stored !== null) return new Set(inScopeOrder(stored as Scope[]))
  return isReadOnly ? reading : all
}

export function readsOnly(scopes: ReadonlySet<Scope>): boolean {
  return [...scopes].every((scope) => reading.has(scope))
}

/** A person has every scope: roles say what they may do. */
export function hasScope({ key }: Pick<Workspace, 'key'>, scope: Scope): boolean {
  return !key || key.scopes.has(scope)
}

export function isAgent({ key }: Pick<Workspace, 'key'>): boolean {
  return key?.kind === 'agent'
}

/** Whether the key reaches some cards only. */
export function isBounded({ key }: Pick<Workspace, 'key'>): boolean {
  return key !== undefined && (key.ownCards || key.cardIds !== null)
}

/** Whether a stored answer of another key must not be given to this one. */
export function isRestricted({ key }: Pick<Workspace, 'key'>): boolean {
  return key !== undefined && (!key.hasAllScopes || key.kind === 'agent' || key.budget !== null || isBounded({ key }))
}

export function hasExpired({ key }: Pick<Workspace, 'key'>, now: number): boolean {
  return key?.expiresAt !== null && key?.expiresAt !== undefined && key.expiresAt.getTime() <= now
}
