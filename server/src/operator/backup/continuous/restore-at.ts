// restore DIR --at TIME: the database as it was at one moment, from the folder of a continuous backup.

import { realpathSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { CommandError } from '../../../../../cli/src/framework/failures.ts'
import { onSignals } from '../../../../../cli/src/framework/io.ts'
import { machineClock } from '../../../clock.ts'
import type { Config } from '../../../config/config.ts'
import { type ConnectionOptions, connect } from '../../../database/database.ts'
import { FALLBACK_HOME } from '../../../database/embedded/embedded-postgres.ts'
import { RecoveryError, recoverCluster, refuseUnlessEmpty } from '../../../database/embedded/recover-cluster.ts'
import { embeddedLogin } from '../../../database/logins.ts'
import { readMigrations } from '../../../database/migrate.ts'
import { presentKeyProvider } from '../../../start/open-connection.ts'
import { checkMasterKey, type DataKeyRow } from '../../../vault/data-keys.ts'
import { VaultError } from '../../../vault/vault-error.ts'
import { type Context, operatorLog, type Session, withDatabase } from '../../command.ts'
import { compareSchema } from '../../schema-state.ts'
import { quoted } from '../backup-format.ts'
import { auditRestored } from '../restored-audit.ts'
import { segmentPath, walPath } from './archive-folder.ts'
import { refuseExternal } from './continuous-backup.ts'
import { makeProgress, percent } from './progress.ts'
import { findGoal, type Goal, readMoment } from './recovery-goal.ts'
import { unpackBase } from './unpack-base-backup.ts'

export async function restoreAt(
  call: Context,
  from: string,
  time: string,
  skipNumbers: bigint,
  config: Config,
): Promise<number> {
  const moment = readMoment(time, machineClock())
  refuseExternal(config)
  refuseUnlessEmpty(config.dataDir)
  const folder = resolve(from)
  const goal = await findGoal(folder, moment)
  refuseNewer(goal)
  if (goal.base.master_versions.length > 0) presentKeyProvider(config) // throws, with advice, when there is no key
  const last = await recover(call, realpathSync(folder), goal, config)
  for (const name of goal.damaged)
    call.note(`segment ${name} of the log is cut off and was left out, with all that only it holds`)
  call.print(
    `${folder} is restored from the base backup ${goal.base.id}; the last transaction is of ${last ?? 'before it'}.`,
  )
  return withDatabase(call, (session) => finish(session, skipNumbers), config, 'restore')
}

function refuseNewer({ base }: Goal): void {
  const own = readMigrations().at(-1)!
  if (base.schema.version <= own.version) return
  throw new CommandError(
    `the base backup ${base.id} has schema ${base.schema.name}, which this version of Cardwright does not know (it has ${own.name}); restore it with version ${base.cardwright} or a newer one; nothing was changed`,
  )
}

/** Returns the time of the last transaction that is there. */
async function recover(call: Context, folder: string, goal: Goal, config: Config): Promise<string | undefined> {
  const stopping = new AbortController()
  const stopListening = onSignals(call.io, () => stopping.abort())
  const progress = makeProgress(call)
  try {
    const output = await recoverCluster({
      dataDir: config.dataDir,
      log: operatorLog(call.io),
      fallbackHome: FALLBACK_HOME,
      unpack: (into) => unpackBase(folder, goal.base, into, { signal: stopping.signal, progress }),
      walFolder: walPath(folder),
      firstFile: basename(segmentPath(folder, goal.base.first_segment)),
      without: goal.damaged,
      until: goal.moment?.exact,
      loginOf: embeddedLogin,
      check: (connection) => requireMasterKey(connection, config),
      signal: stopping.signal,
      onSegment: (name) => {
        const done = goal.segments.indexOf(name) + 1
        progress(() => `replaying the log: segment ${name}, ${percent(done, goal.segments.length)}`)
      },
    })
    return lastTransactionIn(output)
  } catch (error) {
    throw stopping.signal.aborted ? new CommandError('interrupted; nothing was changed') : explainRecovery(error, goal)
  } finally {
    stopListening()
  }
}

/** The log may hold keys that the base backup does not, so the recovered database is asked. */
async function requireMasterKey(connection: ConnectionOptions, config: Config): Promise<void> {
  const session = connect(connection, { max: 1 })
  try {
    const rows = await session<DataKeyRow[]>`
      select id, purpose, wrapped, master_version as "masterVersion" from data_keys`
    if (rows.length > 0) checkMasterKey(presentKeyProvider(config), rows)
  } catch (error) {
    throw error instanceof VaultError ? new VaultError(error.code, `${error.message}; nothing was changed`) : error
  } finally {
    await session.end({ timeout: 1 })
  }
}

function lastTransactionIn(output: string): string | undefined {
  return /last completed transaction was at log time ([^\n]+)/.exec(output)?.[1]
}

function explainRecovery(error: unknown, { moment, segments }: Goal): unknown {
  if (!(error instanceof RecoveryError)) return error
  const { output } = error
  if (/recovery ended before configured recovery target was reached/.test(output))
    return new CommandError(
      `nothing in the archive is as late as ${moment?.text}: its last transaction is of ${lastTransactionIn(output) ?? 'the base backup'}. Use --at latest for all that is there; nothing was changed`,
    )
  const damaged = /could not restore file "([0-9A-F]{24})" from archive/.exec(output)
  if (damaged)
    return new CommandError(
      `segment ${damaged[1]} of the log is damaged (${segments.indexOf(damaged[1]!) + 1} of ${segments.length}). Bring it back whole, or restore to a moment before it with --at TIME; nothing was changed`,
    )
  return error
}

/** The books are complete by now. What remains is to skip card numbers after a restore to an earlier moment, and the audit. */
async function finish(session: Session, skipNumbers: bigint): Promise<number> {
  const { owner } = session
  await skipCardNumbers(owner, skipNumbers)
  const { pending, problem } = await compareSchema(owner)
  if (problem) throw new CommandError(`the database is restored, and ${problem}`)
  if (pending.length > 0) {
    session.print(
      `\nIt lacks ${pending.join(', ')}, which the start of this version applies. Run the audit after that.`,
    )
    return 0
  }
  return auditRestored(session)
}

/** Cards that were made after the moment had numbers that no other card may get. */
async function skipCardNumbers(owner: Session['owner'], skipNumbers: bigint): Promise<void> {
  const counters = await owner<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'S' and relname ~ '^card_numbers_' and relnamespace = 'public'::regnamespace`
  for (const { name } of counters) {
    const [row] = await owner<{ next: string; used: boolean }[]>`
      select (last_value + ${String(skipNumbers)}::text::bigint)::text as next, is_called as used from ${owner(name)}`
    if (row!.used) await owner`select setval(${quoted(name)}::text::regclass, ${row!.next}::text::bigint)`
  }
}
