// The database: its version, the rights of the service, the schema, future partitions, its clock.

import { SERVICE_ROLE, type Sql } from '../../database/database.ts'
import { ownsSchema } from '../../database/logins.ts'
import type { OwnerConnection } from '../../database/owner-connection.ts'
import { timeOfUuid } from '../../ids.ts'
import { compareSchema } from '../schema-state.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const NEWEST_VERSION = 18
const MIGRATE = 'run: npm run cardwright -- migrate'

export async function checkVersion(owner: OwnerConnection): Promise<Finding> {
  const [row] = await owner<{ version: string }[]>`select current_setting('server_version') as version`
  const major = Number.parseInt(row!.version, 10)
  const text = `PostgreSQL ${row!.version.split(' ')[0]}`
  // An older one than the oldest is refused before any check (database/check-server.ts).
  if (major <= NEWEST_VERSION) return ok('database', text)
  return warning('database', text, `move to PostgreSQL ${NEWEST_VERSION}, the newest with which Cardwright is tested`)
}

export async function checkSchema(owner: OwnerConnection): Promise<Finding> {
  const { applied, last, pending, problem: trouble } = await compareSchema(owner)
  if (trouble) return problem('schema', trouble, 'run the version of Cardwright that the database was migrated by')
  if (applied === 0)
    return problem(
      'schema',
      'no Cardwright service lives here: the database has no schema',
      `correct DATABASE_URL or CARDWRIGHT_DATA_DIR; for a new service start it, or ${MIGRATE}`,
    )
  if (pending.length > 0)
    return warning('schema', `not yet applied: ${pending.join(', ')}`, `make a backup, then ${MIGRATE}`)
  return ok('schema', `up to date (${last!.name})`)
}

const APPEND_ONLY = ['transfers', 'transactions', 'transaction_details', 'audit_log', 'hold_releases']

/** The audit depends on entries being append-only. This checks it in the database, not in the code. */
export async function checkRole(owner: OwnerConnection): Promise<Finding> {
  const [role] = await owner<{ superuser: boolean; usable: boolean }[]>`
    select rolsuper as superuser, pg_has_role(current_user, oid, 'member') as usable from pg_roles where rolname = ${SERVICE_ROLE}`
  if (!role)
    return problem(
      'service role',
      `the role ${SERVICE_ROLE} does not exist`,
      'restore it: create role cardwright_service nologin; then grant it as server/migrations do',
    )
  if (!role.usable)
    return problem(
      'service role',
      `the login of DATABASE_URL may not become ${SERVICE_ROLE}`,
      `run as a superuser: grant ${SERVICE_ROLE} to that login`,
    )
  if (role.superuser)
    return problem('service role', `${SERVICE_ROLE} is a superuser`, `run: alter role ${SERVICE_ROLE} nosuperuser`)
  const excess = await owner<{ excess: string }[]>`
    select r.name || ' ' || t.name as excess from unnest(${`{${APPEND_ONLY.join(',')}}`}::text::text[]) as t(name),
      unnest(array['update', 'delete', 'truncate']) as r(name)
    where has_table_privilege(${SERVICE_ROLE}, t.name, r.name)`
  if (excess.length === 0) return ok('service role', 'can add to the books, and neither change nor remove')
  const list = excess.map((row) => row.excess).join(', ')
  return problem(
    'service role',
    `${SERVICE_ROLE} can ${list}`,
    `run: revoke update, delete, truncate on ${APPEND_ONLY.join(', ')} from ${SERVICE_ROLE}; then audit`,
  )
}

/** `sql` is a session of the service. If it owned the tables, it could grant itself every right that checkRole checks. */
export async function checkLogin(sql: Sql): Promise<Finding> {
  const [row] = await sql<{ login: string }[]>`select session_user::text as login`
  if (!(await ownsSchema(sql))) return ok('service login', `${row!.login}, which owns no table`)
  return warning(
    'service login',
    `the service logs in as ${row!.login}, who owns the tables: a statement smuggled into its sessions could do anything`,
    'give DATABASE_URL a login of its own, and this one to DATABASE_OWNER_URL of migrate: docs/operating/deploy.md',
  )
}

const DAY_MS = 86_400_000

export async function checkPartitions(owner: OwnerConnection, now: Date): Promise<Finding> {
  const rows = await owner<{ bound: string }[]>`
    select pg_get_expr(c.relpartbound, c.oid) as bound from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass`
  const ends = rows.map(({ bound }) => timeOfUuid(/TO \('([^']+)'\)/.exec(bound)?.[1] ?? '').getTime())
  const daysAhead = Math.floor((Math.max(0, ...ends) - now.getTime()) / DAY_MS)
  const cure = `keep a worker running, which makes them every hour; now ${MIGRATE}`
  if (daysAhead < 1) return problem('event partitions', 'there is no partition for the events of tomorrow', cure)
  if (daysAhead < 7) return warning('event partitions', `they end in ${daysAhead} days`, cure)
  return ok('event partitions', `made for ${daysAhead} days ahead`)
}

export async function checkClock(owner: OwnerConnection): Promise<Finding> {
  const before = Date.now()
  const [row] = await owner<{ now: Date }[]>`select clock_timestamp() as now`
  return checkSkew(row!.now.getTime() - (before + Date.now()) / 2)
}

export function checkSkew(skewMs: number): Finding {
  const text = `the clocks of database and machine differ by ${(Math.abs(skewMs) / 1000).toFixed(1)} s`
  const cure = 'let both follow a time server (NTP): ids, expiries and partitions go by the clock'
  if (Math.abs(skewMs) > 60_000) return problem('clock', text, cure)
  return Math.abs(skewMs) > 2_000 ? warning('clock', text, cure) : ok('clock', text)
}
