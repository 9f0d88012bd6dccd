// Reads and checks the rights that somebody asks for when creating or narrowing a key, in the terms of the API. The dashboard
// and the operator commands share it.

import { canonicalRange, isRangeWithin, rangeList } from '../accounts/ip-ranges.ts'
import { type Budget, type KeyKindName, type KeyRights, MAX_CARD_IDS, MAX_IP_RANGES } from '../accounts/key-rights.ts'
import { agentScopes, inScopeOrder, isScope, type Scope, scopeNames } from '../accounts/scopes.ts'
import type { NewRights } from '../accounts/stored-rights.ts'
import { plainArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import type { WorkspaceKey } from '../ids.ts'
import { parseId, type Uuid } from '../ids.ts'
import { type Window, windows } from '../ledger/stored-controls.ts'
import { centsFromDollars, dollars, isWholeCents } from '../money.ts'
import { type AskedPolicy, narrowedPolicy, readPolicy } from './spend-policy.ts'

export type AskedRights = {
  kind?: KeyKindName
  scopes?: readonly string[]
  card_ids?: readonly string[]
  /** When left out, an agent key that is not bound to cards by their ids is bound to its own cards. */
  own_cards?: boolean
  budget?: { amount: number; window: string }
  expires_at?: string
  ip_allow?: readonly string[]
  /** Only for an agent key. */
  spend_policy?: AskedPolicy
}

const MAX_BUDGET = 1_000_000_000

/** The rights of a new key. An agent key without chosen scopes gets the default scopes of agents. */
export async function readRights(sql: Sql, workspace: WorkspaceKey, asked: AskedRights, now: Date): Promise<NewRights> {
  if (asked.card_ids && asked.own_cards) throw wrong('own_cards', 'Give "card_ids" or "own_cards", not both.')
  if (asked.spend_policy && asked.kind !== 'agent') throw noAgent()
  const ownCards = asked.own_cards ?? (asked.kind === 'agent' && !asked.card_ids)
  const scopes = asked.scopes ? scopesAsked(asked.scopes) : asked.kind === 'agent' ? agentScopes : undefined
  return {
    ...(asked.kind && { kind: asked.kind }),
    ...(scopes && { scopes }),
    ...(asked.card_ids && { cardIds: await cardsAsked(sql, workspace, asked.card_ids) }),
    ...(ownCards && { ownCards: true }),
    ...(asked.budget && { budget: budgetAsked(asked.budget) }),
    ...(asked.expires_at !== undefined && { expiresAt: expiryAsked(asked.expires_at, now) }),
    ...(asked.ip_allow && { ipAllow: rangesAsked(asked.ip_allow) }),
    ...(asked.spend_policy && { spendPolicy: readPolicy(asked.spend_policy) }),
  }
}

/** The rights of a key after narrowing. Throws when any right would be wider than before. */
export async function narrowedRights(
  sql: Sql,
  workspace: WorkspaceKey,
  key: KeyRights,
  asked: AskedRights,
  now: Date,
): Promise<KeyRights> {
  const ranges = asked.ip_allow && narrowerRanges(key, rangesAsked(asked.ip_allow))
  const scopes = asked.scopes && narrowerScopes(key, scopesAsked(asked.scopes))
  if (asked.spend_policy && key.kind !== 'agent') throw noAgent()
  return {
    ...key,
    ...(scopes && { scopes: new Set(scopes), hasAllScopes: false }),
    ...(asked.card_ids && { cardIds: narrowerCards(key, await cardsAsked(sql, workspace, asked.card_ids)) }),
    ...(asked.own_cards !== undefined && { ownCards: narrowerOwn(key, asked) }),
    ...(asked.budget && { budget: narrowerBudget(key, budgetAsked(asked.budget)) }),
    ...(asked.expires_at !== undefined && { expiresAt: earlierExpiry(key, expiryAsked(asked.expires_at, now)) }),
    ...(ranges && { ipAllow: { ranges, list: rangeList(ranges) } }),
    ...(asked.spend_policy && { spendPolicy: narrowedPolicy(key.spendPolicy, asked.spend_policy, wider) }),
  }
}

function scopesAsked(names: readonly string[]): Scope[] {
  if (names.length === 0) throw wrong('scopes', 'A key needs at least one scope.')
  const unknown = names.find((name) => !isScope(name))
  if (unknown !== undefined)
    throw wrong(
      'scopes',
      `${JSON.stringify(unknown.slice(0, 50))} is no scope; the scopes are ${scopeNames.join(', ')}.`,
    )
  return inScopeOrder(names as readonly Scope[])
}

async function cardsAsked(sql: Sql, { bucket, id }: WorkspaceKey, texts: readonly string[]): Promise<Uuid[]> {
  if (texts.length === 0 || texts.length > MAX_CARD_IDS)
    throw wrong('card_ids', `"card_ids" must name 1 to ${MAX_CARD_IDS} cards.`)
  const parsed = texts.map((text) => parseId('card', text))
  const ids = parsed.flatMap((card) => (card?.bucket === bucket ? [card.uuid] : []))
  const rows = await sql<{ id: Uuid }[]>`
    select id from cards where bucket = ${bucket} and id = any(${plainArray(ids)}::text::uuid[]) and workspace_id = ${id}`
  const known = new Set(rows.map((row) => row.id))
  const missing = parsed.findIndex((card) => !card || !known.has(card.uuid))
  if (missing >= 0) throw wrong(`card_ids.${missing}`, 'No such card.')
  return [...known]
}

function budgetAsked({ amount, window }: { amount: number; window: string }): Budget {
  if (!(amount >= 0.01 && amount <= MAX_BUDGET) || !isWholeCents(amount))
    throw wrong('budget.amount', '"budget.amount" must be USD above zero, with at most two decimals.')
  if (!(windows as readonly string[]).includes(window))
    throw wrong('budget.window', `"budget.window" must be one of: ${windows.join(', ')}.`)
  return { amountCents: centsFromDollars(amount), window: window as Window }
}

function expiryAsked(text: string, now: Date): Date {
  const time = /^\d{4}-\d\d-\d\dT/.test(text) ? new Date(text) : new Date(Number.NaN)
  if (Number.isNaN(time.getTime())) throw wrong('expires_at', '"expires_at" must be a time in ISO 8601.')
  if (time <= now) throw wrong('expires_at', '"expires_at" must lie in the future; to end a key now, revoke it.')
  return time
}

function rangesAsked(texts: readonly string[]): string[] {
  if (texts.length === 0 || texts.length > MAX_IP_RANGES)
    throw wrong('ip_allow', `"ip_allow" must name 1 to ${MAX_IP_RANGES} networks.`)
  return [...new Set(texts.map(rangeAsked))]
}

function rangeAsked(text: string, index: number): string {
  const range = canonicalRange(text)
  if (range === undefined)
    throw wrong(`ip_allow.${index}`, `A network is written like 192.0.2.0/24 or 2001:db8::/32, or is one address.`)
  return range
}

// ---- narrower than before -------------------------------------------------------------------------------------

function narrowerScopes(key: KeyRights, scopes: Scope[]): Scope[] {
  const more = scopes.filter((scope) => !key.scopes.has(scope))
  if (more.length > 0) throw wider('scopes', `it does not have ${more.join(', ')}`)
  return scopes
}

function narrowerCards({ cardIds, ownCards }: KeyRights, asked: Uuid[]): Set<Uuid> {
  if (ownCards) throw wider('card_ids', 'it is bound to its own cards')
  if (cardIds && asked.some((id) => !cardIds.has(id))) throw wider('card_ids', 'it does not reach all of these cards')
  return new Set(asked)
}

function narrowerOwn({ cardIds, ownCards }: KeyRights, asked: AskedRights): boolean {
  if (!asked.own_cards && ownCards) throw wider('own_cards', 'it is bound to its own cards')
  if (asked.own_cards && (cardIds || asked.card_ids))
    throw wrong('own_cards', 'The key is bound to cards by their ids.')
  return asked.own_cards === true
}

function narrowerBudget({ budget }: KeyRights, asked: Budget): Budget {
  if (budget && asked.window !== budget.window) throw wider('budget.window', `its budget is for each ${budget.window}`)
  if (budget && asked.amountCents > budget.amountCents)
    throw wider('budget.amount', `its budget is ${dollars(budget.amountCents).toFixed(2)} USD`)
  return asked
}

function earlierExpiry({ expiresAt }: KeyRights, asked: Date): Date {
  if (expiresAt && asked > expiresAt) throw wider('expires_at', `it ends at ${expiresAt.toISOString()}`)
  return asked
}

function narrowerRanges({ ipAllow }: KeyRights, asked: string[]): string[] {
  const outside = asked.findIndex((range) => ipAllow && !isRangeWithin(range, ipAllow.ranges))
  if (outside >= 0) throw wider(`ip_allow.${outside}`, `${asked[outside]} is not within its networks`)
  return asked
}

function noAgent(): ApiError {
  return wrong('spend_policy', 'A policy is for an agent key.')
}

function wider(param: string, why: string): ApiError {
  return wrong(param, `A key can be narrowed and never widened: ${why}. Make a new key instead.`)
}

function wrong(param: string, message: string): ApiError {
  return new ApiError('invalid_request', message, { param })
}
