import { resolve } from 'node:path'
import { machineClock } from '../../clock.ts'
import { type Command, requireOwner, withSchema } from '../command.ts'
import { placeOfMasterKey } from '../rotate-keys.ts'
import { print } from '../table.ts'
import type { BackupHeader } from './backup-format.ts'
import { writeBackup } from './write-backup.ts'

export const backup: Command = {
  name: 'backup',
  summary: 'write the whole database to one file, while the service goes on',
  argument: 'FILE',
  options: {},
  notes:
    'The file does not hold the master key, without which no card number in it can be read: keep that safe elsewhere.\nMore: docs/operating/backup.md',
  async run(input) {
    const path = resolve(input.argument)
    const [header, keyPlace] = await withSchema(async (session) => {
      const { config, owner } = session
      await requireOwner(session, 'backup')
      return [await writeBackup(owner as never, path, machineClock()), placeOfMasterKey(config)] as const
    })
    print(describe(header, path, keyPlace))
  },
}

function describe(header: BackupHeader, path: string, keyPlace: string): string {
  const rows = header.tables.reduce((sum, table) => sum + table.rows, 0)
  const versions = header.master_versions.join(', ')
  const key =
    header.master_versions.length === 0
      ? ''
      : `\nNot in it, and needed to restore it: ${keyPlace} (version ${versions}). Keep a copy of that in another place.`
  return `${path}: ${rows.toLocaleString('en')} rows of ${header.tables.length} tables, schema ${header.schema.name}; read back and found whole.${key}`
}
