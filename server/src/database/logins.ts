// Two logins reach the database. The owner's login creates and changes the schema, at a start or by `migrate`, and then
// disconnects. The service's login may only take the role cardwright_service, so that a statement injected into its sessions
// can neither change a table nor rewrite append-only rows, even after `set role none`.

import { createHmac } from 'node:crypto'
import type postgres from 'postgres'
import { type ConnectionOptions, connect, SERVICE_ROLE, type Sql, sqlState } from './database.ts'
import { keepDistributed } from './distributed/keep-distributed.ts'
import { MigrationError, migrate } from './migrate.ts'
import type { OwnerConnection } from './owner-connection.ts'
import { isLost, ownerTransaction } from './owner-transaction.ts'
import { ownerSettings } from './session-settings.ts'
import { scramVerifier } from './wire/scram.ts'
import { targetOf } from './wire/target.ts'

/** `owner` is undefined when only the service's login is given, which may own the schema itself. */
export type Logins = { service: ConnectionOptions; owner: ConnectionOptions | undefined }
const EMBEDDED_LOGIN = 'cardwright_login'
const LOGIN_LOCK = 727_006
const ALREADY_THERE = new Set(['42710', '23505'])
const NO_RIGHT = '42501'

/** The embedded database is opened as its owner. An external one has a login in each of its two addresses. */
export function loginsOf(connection: ConnectionOptions, ownerUrl?: string): Logins {
  if ('url' in connection) return { service: connection, owner: ownerUrl === undefined ? undefined : { url: ownerUrl } }
  const { role, password } = embeddedLogin(connection.password)
  return { service: { ...connection, username: role, password }, owner: connection }
}

/** The password is derived from the owner's, so that there is no second file to lose. It reveals nothing about the owner's. */
export function embeddedLogin(ownerPassword: string): { role: string; password: string } {
  const password = createHmac('sha256', ownerPassword).update(EMBEDDED_LOGIN).digest('base64url')
  return { role: EMBEDDED_LOGIN, password }
}

/** A connection that may change the schema; undefined when only the service's login is given and may not. */
export async function openOwner({ owner, service }: Logins): Promise<OwnerConnection | undefined> {
  const session = connect(owner ?? service, { max: 1 })
  if (owner !== undefined || (await ownsSchema(session))) return session
  await session.end({ timeout: 1 })
  return undefined
}

/** Whether the login of a session, whatever role it has taken, may do all that the owner of the tables may. */
export async function ownsSchema(session: OwnerConnection | Sql): Promise<boolean> {
  const [row] = await (session as Sql)<{ owns: boolean }[]>`
    select case when c.oid is null then has_schema_privilege(session_user, 'public', 'create')
      else pg_has_role(session_user, c.relowner, 'usage') end as owns
    from (select to_regclass('schema_migrations') as oid) t left join pg_class c on c.oid = t.oid`
  return row!.owns
}

/** Migrates the schema, then makes sure that the service's login can use it. Returns what was applied. */
export async function migrateFor(owner: OwnerConnection, logins: Logins): Promise<string[]> {
  const applied = await migrate(owner as never)
  if (applied.length > 0) await keepDistributed(owner)
  const { user, password } = targetOf(logins.service, ownerSettings)
  await ownerTransaction(owner, async (tx) => {
    await tx`select pg_advisory_xact_lock(${LOGIN_LOCK})`
    await admitLogin(tx, user, password)
    await refuseTemporaryTables(tx)
  })
  return applied
}

type OwnerTx = postgres.ReservedSql<{ bigint: bigint }>

async function admitLogin(tx: OwnerTx, user: string, password: string): Promise<void> {
  const [login] = await tx<{ admitted: boolean }[]>`
    select pg_has_role(oid, ${SERVICE_ROLE}, 'member') as admitted from pg_roles where rolname = ${user}`
  if (login?.admitted) return
  // The verifier is sent instead of the password, since statements can end up in logs.
  const secret = password === '' ? null : scramVerifier(password)
  const [statement] = login
    ? await tx<{ text: string }[]>`select format('grant %I to %I', ${SERVICE_ROLE}::text, ${user}::text) as text`
    : await tx<{ text: string }[]>`
        select format('create role %I login password %L in role %I', ${user}::text, ${secret}::text, ${SERVICE_ROLE}::text) as text`
  await tx`savepoint before_login`
  try {
    await tx.unsafe(statement!.text)
  } catch (error) {
    if (isLost(error)) throw error
    await tx`rollback to savepoint before_login`
    const state = sqlState(error) ?? ''
    if (ALREADY_THERE.has(state)) return // another process was first: roles are shared by all databases of a server, but our lock is not
    if (state !== NO_RIGHT) throw error
    const cure = login
      ? `grant ${SERVICE_ROLE} to ${user}`
      : `create role ${user} login password '…' in role ${SERVICE_ROLE}`
    throw new MigrationError(
      `the owner of the schema may not admit the login of DATABASE_URL; run as a superuser: ${cure}`,
    )
  }
}

/** A temporary table of the same name hides a table from every later statement of its session. */
async function refuseTemporaryTables(tx: OwnerTx): Promise<void> {
  const [row] = await tx<{ statement: string; may: boolean }[]>`
    select format('revoke temporary on database %I from public', current_database()) as statement,
      has_database_privilege(${SERVICE_ROLE}, current_database(), 'temporary') as may`
  if (row!.may) await tx.unsafe(row!.statement)
}
