import { migrateFor } from '../database/logins.ts'
import type { Undo } from '../start/open-connection.ts'
import { openSchema } from '../start/open-schema.ts'
import { type Command, requireOwner, type Session, withDatabase } from './command.ts'

const WEEKS_AHEAD = 4

export const migrateSchema: Command = {
  name: 'migrate',
  summary: 'migrate the database to the schema of this version',
  options: {},
  notes:
    'A start of the service does the same if its login is allowed to. With DATABASE_OWNER_URL, the command also admits the login of\nDATABASE_URL and writes the BINs of the data folder. Make a backup before an upgrade: restoring it is the only way back.',
  async run(call) {
    const applied = await withDatabase(call, async (session) => {
      const { config, logins, owner } = session
      await requireOwner(session, 'migrate')
      if (config.databaseOwnerUrl !== undefined) return prepareForService(session)
      const names = await migrateFor(owner, logins)
      await owner`select ensure_partitions(now(), ${WEEKS_AHEAD})`
      return names
    })
    call.print(
      applied.length === 0
        ? 'Nothing to do: the schema is up to date.'
        : applied.map((name) => `applied ${name}`).join('\n'),
    )
  },
}

/** Does what a start does before it serves, since the service's own login may change neither the schema nor the BINs. */
async function prepareForService({ config, log, logins }: Session): Promise<string[]> {
  const undo: Undo = []
  try {
    return (await openSchema(config, log, logins, undo)).applied
  } finally {
    for (const step of undo) await step()
  }
}
