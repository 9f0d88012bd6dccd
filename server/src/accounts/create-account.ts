// An account comes with its two workspaces, sandbox and production, and the audit chain of each.

import { randomInt } from 'node:crypto'
import type { Sql, Tx } from '../database/database.ts'
import { newUuid, type Uuid } from '../ids.ts'
import { startChain } from './audit-log.ts'
import { Environment, type EnvironmentName } from './environments.ts'

export type Address = { line1: string; city: string; state: string; zip: string; country: string }
/** `startsFunded`: the sandbox begins with a deposit, which the caller makes and which a reset repeats. */
export type NewAccount = {
  name: string
  holderName: string
  billingAddress: Address
  startsFunded?: boolean
  now: Date
}

export async function createAccount(tx: Tx, account: NewAccount): Promise<{ id: Uuid }> {
  const id = newUuid()
  await tx`
    insert into accounts (id, name, holder_name, billing_address, created_at)
    values (${id}, ${account.name}, ${account.holderName}, ${JSON.stringify(account.billingAddress)}::text::jsonb, ${account.now})`
  for (const environment of ['sandbox', 'production'] as const) {
    const bucket = randomInt(256)
    const lineageId = newUuid()
    const workspaceId = await insertWorkspace(tx, {
      bucket,
      lineageId,
      accountId: id,
      environment,
      startsFunded: environment === 'sandbox' && account.startsFunded === true,
      now: account.now,
    })
    await tx`insert into workspace_routes (account_id, environment, bucket, workspace_id) values (${id}, ${Environment[environment]}, ${bucket}, ${workspaceId})`
    await startChain(tx, bucket, lineageId)
  }
  return { id }
}

export type NewWorkspace = {
  bucket: number
  lineageId: Uuid
  accountId: Uuid
  environment: EnvironmentName
  now: Date
  eventSequence?: bigint
  startsFunded?: boolean
}

export async function insertWorkspace(tx: Tx, workspace: NewWorkspace): Promise<Uuid> {
  const id = newUuid()
  await tx`
    insert into workspaces (bucket, id, lineage_id, account_id, environment, starts_funded, event_sequence, created_at)
    values (${workspace.bucket}, ${id}, ${workspace.lineageId}, ${workspace.accountId}, ${Environment[workspace.environment]},
      ${workspace.startsFunded ?? false}, ${workspace.eventSequence ?? 0n}, ${workspace.now})`
  await tx`
    insert into activity_cursors (bucket, workspace_id, sequence) values (${workspace.bucket}, ${id}, ${workspace.eventSequence ?? 0n})`
  await tx`
    insert into notification_cursors (bucket, workspace_id, event_sequence) values (${workspace.bucket}, ${id}, ${workspace.eventSequence ?? 0n})`
  return id
}

/** Moving the clock and resetting lock this row, because the workspace's own row may only be locked after its cards. */
export function lockRoute(tx: Tx, workspace: { accountId: Uuid; environment: EnvironmentName }) {
  return tx`
    select 1 from workspace_routes where account_id = ${workspace.accountId} and environment = ${Environment[workspace.environment]}
    for no key update`
}

export type AccountRow = { id: Uuid; name: string; holder_name: string; created_at: Date }

export function listAccounts(sql: Sql) {
  return sql<AccountRow[]>`select id, name, holder_name, created_at from accounts order by created_at, id limit 1000`
}

/** Undefined when there are several accounts, or none. */
export async function findOnlyAccount(sql: Sql): Promise<Uuid | undefined> {
  const rows = await sql<{ id: Uuid }[]>`select id from accounts limit 2`
  return rows.length === 1 ? rows[0]!.id : undefined
}

export async function findRoute(
  sql: Sql,
  accountId: Uuid,
  environment: EnvironmentName,
): Promise<{ bucket: number; id: Uuid } | undefined> {
  const [row] = await sql<{ bucket: number; workspace_id: Uuid }[]>`
    select bucket, workspace_id from workspace_routes where account_id = ${accountId} and environment = ${Environment[environment]}`
  return row && { bucket: row.bucket, id: row.workspace_id }
}
