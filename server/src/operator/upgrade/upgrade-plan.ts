// What an upgrade would do to this database, and to the processes that run on it. Only reads.

import { type Migration, readMigrations } from '../../database/migrate.ts'
import { checkMigration, FIRST_CHECKED, kindOf, type Lock } from '../../database/migration-steps.ts'
import type { OwnerConnection } from '../../database/owner-connection.ts'
import { isAtLeast, VERSION } from '../../version.ts'
import { compareSchema } from '../schema-state.ts'

export type LockTaken = { table: string; lock: Lock; rows: number; readsAll: boolean }
export type PendingMigration = {
  name: string
  /** `unchecked`: the migration is older than the rules, and may break running processes. */
  kind: 'expand' | 'contract' | 'unchecked'
  after: string | undefined
  locks: LockTaken[]
  faults: string[]
}
/** Sessions of one version; undefined for versions that did not report it yet. */
export type RunningVersion = { version: string | undefined; sessions: number }
export type UpgradePlan = {
  version: string
  migrations: PendingMigration[]
  running: RunningVersion[]
  /** Why the upgrade cannot be done now; empty when it can. */
  obstacles: string[]
}

const LONG_TRANSACTION_SECONDS = 60

export async function planUpgrade(owner: OwnerConnection): Promise<UpgradePlan & { applied: number }> {
  const { applied, pending, problem } = await compareSchema(owner)
  const rows = await estimateRows(owner)
  const migrations = readMigrations()
    .filter(({ name }) => pending.includes(name))
    .map((migration) => checkPending(migration, rows))
  const running = await readRunning(owner)
  const obstacles = [
    ...(problem ? [problem] : []),
    ...migrations.flatMap((migration) => obstaclesOf(migration, running)),
    ...(migrations.length > 0 ? await longTransactions(owner) : []),
  ]
  return { applied, version: VERSION, migrations, running, obstacles }
}

export function checkPending(
  { version, name, sql }: Pick<Migration, 'version' | 'name' | 'sql'>,
  rows: Map<string, number>,
): PendingMigration {
  const kind = kindOf(name)
  const steps = checkMigration(name, sql)
  const locks = steps
    .filter((step) => step.table !== undefined && (step.lock !== 'none' || step.readsAll))
    .map(({ table, lock, readsAll }) => ({ table: table!, lock, readsAll, rows: rows.get(table!) ?? 0 }))
  const isChecked = version >= FIRST_CHECKED
  return {
    name,
    kind: isChecked ? kind.kind : 'unchecked',
    after: kind.kind === 'contract' ? kind.after : undefined,
    locks,
    faults: isChecked ? steps.flatMap(({ faults }) => faults) : [],
  }
}

export function obstaclesOf({ name, kind, after, faults }: PendingMigration, running: RunningVersion[]): string[] {
  const older = (than: string) => running.filter(({ version }) => version === undefined || !isAtLeast(version, than))
  const found = faults.map((fault) => `${name} ${fault}`)
  if (kind === 'unchecked' && running.length > 0)
    found.push(
      `${name} is from before the rules for upgrades without a stop, and ${inWords(running)} run: stop them first`,
    )
  if (after !== undefined && older(after).length > 0)
    found.push(
      `${name} takes away what versions before ${after} use, and ${inWords(older(after))} run: replace them first`,
    )
  return found
}

export function inWords(running: RunningVersion[]): string {
  return running
    .map(({ version, sessions }) => `${sessions} sessions of ${version ?? 'a version that does not say which'}`)
    .join(', ')
}

/** Estimated from the statistics with partitions added up, since a count would read every row. */
async function estimateRows(owner: OwnerConnection): Promise<Map<string, number>> {
  const rows = await owner<{ name: string; rows: number }[]>`
    select c.relname as name, greatest(0, coalesce((
      select sum(greatest(0, p.reltuples)) from pg_partition_tree(c.oid) t join pg_class p on p.oid = t.relid and p.relkind = 'r'),
      c.reltuples))::float8 as rows
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`
  return new Map(rows.map(({ name, rows }) => [name, rows]))
}

/** Without our own session. The owner's sessions of commands count too, since they also read the tables. */
export async function readRunning(owner: OwnerConnection): Promise<RunningVersion[]> {
  const rows = await owner<{ name: string; sessions: number }[]>`
    select application_name as name, count(*)::integer as sessions from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name ~ '^cardwright( [0-9][^ ]*)?$'
    group by 1 order by 1`
  return rows.map(({ name, sessions }) => ({ version: name.split(' ')[1], sessions }))
}

/** A statement that changes a table waits for these transactions, and everybody else waits behind it. */
async function longTransactions(owner: OwnerConnection): Promise<string[]> {
  const rows = await owner<{ pid: number; seconds: number }[]>`
    select pid, extract(epoch from clock_timestamp() - xact_start)::integer as seconds from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
      and xact_start < clock_timestamp() - make_interval(secs => ${LONG_TRANSACTION_SECONDS})
    order by xact_start limit 10`
  return rows.map(({ pid, seconds }) => `a transaction (pid ${pid}) has been open for ${seconds} s: locks wait for it`)
}
