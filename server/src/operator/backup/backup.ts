import { resolve } from 'node:path'
import { UsageError } from '../../../../cli/src/framework/failures.ts'
import { machineClock } from '../../clock.ts'
import { type Call, type Command, refuseDistributed, requireOwner, withSchema } from '../command.ts'
import { placeOfMasterKey } from '../rotate-keys.ts'
import type { BackupHeader } from './backup-format.ts'
import { backUpContinuously, stopArchiving } from './continuous/continuous-backup.ts'
import { writeBackup } from './write-backup.ts'

export const backup: Command = {
  name: 'backup',
  summary: 'write the database to one file, or maintain a folder from which any moment can be restored',
  args: ['[FILE]'],
  options: {
    continuous: {
      kind: 'flag',
      help: 'write a base backup to the folder of --to, and archive the log there from now on (embedded database)',
    },
    to: {
      kind: 'text',
      value: 'DIR',
      help: 'the folder of a continuous backup; it must be empty or new the first time',
    },
    keep: {
      kind: 'text',
      value: 'N',
      help: 'keep the newest N base backups, and remove the older ones with the log that only they need',
    },
    stop: { kind: 'flag', help: 'with --continuous: stop archiving the log' },
  },
  notes: `With FILE, the backup holds every row, read in one snapshot while the service runs.
With --to DIR --continuous, it holds a base backup and the log that follows, which arrives within a minute. Run the command again
regularly, for example weekly, for a new base backup: a restore starts from the last one before its moment. Archiving continues
after restarts, until --continuous --stop.
No backup contains the master key, without which no card number can be read: store the key safely elsewhere.
More: docs/operating/backup.md`,
  async run(call) {
    if (call.flag('continuous')) await runContinuous(call)
    else await writeFile(call)
    return 0
  },
}

async function runContinuous(call: Call): Promise<void> {
  if (call.args[0] !== undefined)
    throw new UsageError(`backup --continuous takes no argument "${call.args[0]}"; use --to DIR`)
  if (call.flag('stop')) return stopArchiving(call)
  const to = call.text('to')
  if (!to) throw new UsageError('backup --continuous needs --to DIR')
  await backUpContinuously(call, to, readKeep(call.text('keep')))
}

async function writeFile(call: Call): Promise<void> {
  for (const name of ['to', 'keep'] as const)
    if (call.text(name)) throw new UsageError(`backup --${name} needs --continuous`)
  if (call.flag('stop')) throw new UsageError('backup --stop needs --continuous')
  if (call.args[0] === undefined) throw new UsageError('backup needs FILE, or --to DIR --continuous')
  const path = resolve(call.args[0])
  const [header, keyPlace] = await withSchema(call, async (session) => {
    const { config, owner } = session
    await requireOwner(session, 'backup')
    await refuseDistributed(session, 'backup')
    return [await writeBackup(owner as never, path, machineClock()), placeOfMasterKey(config)] as const
  })
  call.print(describe(header, path, keyPlace))
}

function readKeep(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new UsageError('--keep must be a whole number from 1 to 9999')
  return Number(text)
}

function describe(header: BackupHeader, path: string, keyPlace: string): string {
  const rows = header.tables.reduce((sum, table) => sum + table.rows, 0)
  const versions = header.master_versions.join(', ')
  const key =
    header.master_versions.length === 0
      ? ''
      : `\nThe backup does not contain the key that a restore needs: ${keyPlace} (version ${versions}). Keep a copy of that in another place.`
  return `${path}: ${rows.toLocaleString('en')} rows of ${header.tables.length} tables, schema ${header.schema.name}; read back and found complete.${key}`
}
