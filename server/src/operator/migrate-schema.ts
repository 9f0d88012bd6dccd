import { migrate } from '../database/migrate.ts'
import { type Command, withDatabase } from './command.ts'
import { print } from './table.ts'

const WEEKS_AHEAD = 4

export const migrateSchema: Command = {
  name: 'migrate',
  summary: 'bring the database to the schema of this version',
  options: {},
  notes:
    'A start of the service does the same. Make a backup before an upgrade: there is no way back but restoring it.',
  async run() {
    const applied = await withDatabase(async ({ owner }) => {
      const names = await migrate(owner as never)
      await owner`select ensure_partitions(now(), ${WEEKS_AHEAD})`
      return names
    })
    print(
      applied.length === 0
        ? 'Nothing to do: the schema is up to date.'
        : applied.map((name) => `applied ${name}`).join('\n'),
    )
  },
}
