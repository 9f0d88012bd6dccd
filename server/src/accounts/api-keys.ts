// API keys. Only a hash is stored, so a key is shown once, when it is made.

import { createHash, randomBytes } from 'node:crypto'
import { plainArray, textArray } from '../database/arrays.ts'
import { fragment, type Sql, type Tx } from '../database/database.ts'
import { newUuid, publicId, type Uuid } from '../ids.ts'
import { Environment, type EnvironmentName, environmentName } from './environments.ts'
import { KeyKind } from './key-rights.ts'
import { readOnlyScopes } from './scopes.ts'
import { type NewRights, type RightsRow, rightsColumns, rightsOf, windowCode } from './stored-rights.ts'
import type { Workspace } from './workspace.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const KEY_LENGTH = 32
const KEY_PATTERN = /^sk_(test|live)_[A-Za-z0-9]{16,}$/
const MAX_KEY_LENGTH = 200

/** Whether the text has the form of a key; anything else need not be looked up. */
export function isKey(text: string): boolean {
  return text.length <= MAX_KEY_LENGTH && KEY_PATTERN.test(text)
}

export function environmentOfKey(key: string): EnvironmentName {
  return key.startsWith('sk_live_') ? 'production' : 'sandbox'
}

export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** 32 characters of 62 are about 190 bits. Bytes above the last multiple of 62 are dropped, so that no letter is more likely. */
export function randomKey(environment: EnvironmentName): string {
  let text = ''
  while (text.length < KEY_LENGTH) {
    for (const byte of randomBytes(KEY_LENGTH)) if (byte < 248 && text.length < KEY_LENGTH) text += ALPHABET[byte % 62]
  }
  return `sk_${environment === 'production' ? 'live' : 'test'}_${text}`
}

export type NewKey = {
  accountId: Uuid
  environment: EnvironmentName
  name: string
  readOnly?: boolean
  rights?: NewRights
  key?: string
  /** The person who created it in the dashboard. */
  createdBy?: Uuid
  now: Date
}

/** Stores the key unless it is there already, and returns it in the clear. */
export async function createApiKey(tx: Tx, options: NewKey): Promise<{ id: string; key: string }> {
  const key = options.key ?? randomKey(options.environment)
  const id = newUuid()
  const {
    kind = 'standard',
    scopes,
    cardIds,
    ownCards = false,
    budget,
    expiresAt,
    ipAllow,
    spendPolicy,
  } = options.rights ?? {}
  const readOnly = options.readOnly ?? scopes?.every((scope) => readOnlyScopes.includes(scope)) ?? false
  await tx`
    insert into api_keys (hash, id, account_id, environment, name, hint, read_only, created_by, created_at,
      kind, scopes, card_ids, own_cards, budget_cents, budget_window, expires_at, ip_allow, spend_policy)
    values (${hashKey(key)}, ${id}, ${options.accountId}, ${Environment[options.environment]}, ${options.name}, ${key.slice(-4)},
      ${readOnly}, ${options.createdBy ?? null}, ${options.now},
      ${KeyKind[kind]}, ${scopes ? textArray(scopes) : null}::text::text[], ${cardIds ? plainArray(cardIds) : null}::text::uuid[],
      ${ownCards}, ${budget?.amountCents ?? null}, ${budget ? windowCode(budget.window) : null}, ${expiresAt ?? null},
      ${ipAllow ? textArray(ipAllow) : null}::text::text[], ${spendPolicy ? JSON.stringify(spendPolicy) : null}::text::jsonb)
    on conflict (hash) do nothing`
  return { id: publicId('key', 0, id), key }
}

export type KeyRow = RightsRow & {
  account_id: Uuid
  environment: number
  name: string
  hint: string
  created_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
  /** When each scope was last used. */
  scope_uses: Record<string, string>
}

const keyColumns = fragment`${rightsColumns}, k.account_id, k.environment, k.name, k.hint, k.created_at, k.last_used_at, k.revoked_at,
  k.scope_uses`

export function listApiKeys(sql: Sql) {
  return sql<KeyRow[]>`select ${keyColumns} from api_keys k order by k.created_at, k.id limit 1000`
}

export type OwnKeyRow = KeyRow & { created_by_name: string | null }

/** The keys of one account in one environment, newest first; with an id, only that key. */
export function selectKeysOf(sql: Sql, owner: { accountId: Uuid; environment: EnvironmentName }, id?: Uuid) {
  return sql<OwnKeyRow[]>`
    select ${keyColumns}, u.name as created_by_name
    from api_keys k left join users u on u.id = k.created_by
    where k.account_id = ${owner.accountId} and k.environment = ${Environment[owner.environment]}
      ${id === undefined ? fragment`` : fragment`and k.id = ${id}`}
    order by k.created_at desc, k.id desc limit 1000`
}

/** True when the key existed and was not revoked before. */
export async function revokeApiKey(tx: Tx, id: Uuid, now: Date): Promise<boolean> {
  const rows = await tx`update api_keys set revoked_at = ${now} where id = ${id} and revoked_at is null returning 1`
  return rows.length > 0
}

type ResolvedKey = RightsRow & {
  hash: string
  account_id: Uuid
  environment: number
  bucket: number
  workspace_id: Uuid
}

/** The workspaces of keys, by their hashes in hex. An unknown or revoked key has none. */
export async function findWorkspacesByKeys(sql: Sql, hashes: readonly string[]): Promise<Map<string, Workspace>> {
  const rows = await sql<ResolvedKey[]>`
    select asked.hash, ${rightsColumns}, k.account_id, k.environment, r.bucket, r.workspace_id
    from unnest(${plainArray(hashes)}::text::text[]) as asked (hash)
    join api_keys k on k.hash = decode(asked.hash, 'hex')
    join workspace_routes r on r.account_id = k.account_id and r.environment = k.environment
    where k.revoked_at is null`
  return new Map(rows.map((row) => [row.hash, workspaceOf(row)]))
}

/** Keys by their hashes in hex, including revoked ones. */
export function findKeysByHashes(sql: Sql, hashes: readonly string[]) {
  return sql<{ hash: string; id: Uuid; account_id: Uuid; environment: number }[]>`
    select asked.hash, k.id, k.account_id, k.environment
    from unnest(${plainArray(hashes)}::text::text[]) as asked (hash) join api_keys k on k.hash = decode(asked.hash, 'hex')`
}

function workspaceOf(row: ResolvedKey): Workspace {
  return {
    bucket: row.bucket,
    id: row.workspace_id,
    accountId: row.account_id,
    environment: environmentName(row.environment),
    actor: publicId('key', 0, row.id),
    key: rightsOf(row),
    limitScope: `${row.account_id}:${row.environment}`,
  }
}

/**
 * Records that keys are in use. A precision of a minute is enough to tell a used key from a forgotten one. Keys are locked in
 * the order of their ids, since other processes record the same ones, and `touchScopes` does too.
 */
export function touchApiKeys(sql: Sql, hashes: readonly string[], now: Date) {
  return sql`
    update api_keys k set last_used_at = ${now}
    from (
      select id from api_keys
      where hash in (select decode(asked.hash, 'hex') from unnest(${plainArray(hashes)}::text::text[]) as asked (hash))
        and (last_used_at is null or last_used_at < ${now})
      order by id for no key update
    ) as used
    where k.id = used.id`
}
