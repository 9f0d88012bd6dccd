import { resolve } from 'node:path'
import { CommandError, UsageError } from '../../../../cli/src/framework/failures.ts'
import { type Config, readConfig } from '../../config/config.ts'
import { migrateFor } from '../../database/logins.ts'
import { readMigrations } from '../../database/migrate.ts'
import { presentKeyProvider } from '../../start/open-connection.ts'
import { checkMasterKey, type DataKeyRow } from '../../vault/data-keys.ts'
import { type Command, refuseDistributed, requireOwner, withDatabase } from '../command.ts'
import { type BackupHeader, parseCopyRow } from './backup-format.ts'
import { restoreAt } from './continuous/restore-at.ts'
import { readBackup, type TableOfBackup } from './read-backup.ts'
import { restoreInto } from './restore-into.ts'
import { auditRestored } from './restored-audit.ts'

const NUMBERS_SKIPPED = 10_000

export const restore: Command = {
  name: 'restore',
  summary: 'fill an empty database from a backup, or from a moment of a continuous backup',
  args: ['FILE'],
  options: {
    at: {
      kind: 'text',
      value: 'TIME',
      help: 'with the folder of a continuous backup: restore everything committed until TIME (2026-01-31T12:00:00Z), or latest',
    },
    'skip-numbers': {
      kind: 'text',
      value: 'N',
      help: `how many card numbers to skip in each BIN, because cards created after the backup used them (default ${NUMBERS_SKIPPED})`,
    },
  },
  notes:
    'Put the master key in its place first. The command checks the file, the key and the schema before it changes anything, inserts the\nrows in one transaction, and runs the audit. With --at it creates a new database, in a data folder without one.\nMore: docs/operating/backup.md',
  async run(call) {
    const path = resolve(call.args[0]!)
    const skipNumbers = readSkip(call.text('skip-numbers'))
    const config = readConfig(call.io.env)
    const at = call.text('at')
    if (at !== undefined) return restoreAt(call, path, at, skipNumbers, config)
    const header = await examine(path, config)
    return withDatabase(
      call,
      async (session) => {
        const { owner, logins } = session
        await requireOwner(session, 'restore')
        await refuseDistributed(session, 'restore')
        await migrateFor(owner, logins)
        await restoreInto(owner as never, path, skipNumbers)
        call.print(describe(path, header))
        return auditRestored(session)
      },
      config,
      'restore',
    )
  },
}

function describe(path: string, { created_at, tables }: BackupHeader): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${path} of ${created_at} is restored: ${rows.toLocaleString('en')} rows.`
}

function readSkip(text: string | undefined): bigint {
  if (text !== undefined && !/^\d{1,12}$/.test(text)) throw new UsageError('--skip-numbers must be a whole number')
  return BigInt(text ?? NUMBERS_SKIPPED)
}

/** Checks what can be checked without a database: the file is complete and of this schema, and the master key opens it. */
async function examine(path: string, config: Config): Promise<BackupHeader> {
  let dataKeys: DataKeyRow[] = []
  const header = await readBackup(path, {
    header: (found) => refuseOtherSchema(path, found),
    async table(table, rows) {
      const pieces: Buffer[] = []
      for await (const piece of rows) if (table.name === 'data_keys') pieces.push(piece)
      if (table.name === 'data_keys') dataKeys = parseDataKeys(table, Buffer.concat(pieces).toString())
    },
  })
  if (dataKeys.length > 0) checkMasterKey(presentKeyProvider(config), dataKeys)
  return header
}

function refuseOtherSchema(path: string, { schema }: BackupHeader): void {
  const own = readMigrations().at(-1)!
  if (own.version === schema.version && own.name === schema.name) return
  throw new CommandError(
    `${path} has schema ${schema.name}, this version of Cardwright has ${own.name}; restore it with the version that made it, then upgrade`,
  )
}

/** The few rows that are read into memory. */
function parseDataKeys(table: TableOfBackup, text: string): DataKeyRow[] {
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => {
    const row = parseCopyRow(line, table.columns)
    const wrapped = Buffer.from(row.wrapped!.slice('\\x'.length), 'hex')
    return { id: Number(row.id), purpose: row.purpose!, wrapped, masterVersion: Number(row.master_version) }
  })
}
