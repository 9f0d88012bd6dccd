import type { Sql } from '../../database/database.ts'
import { Standby } from '../../database/standby.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const FAR_BEHIND_BYTES = 64 * 1024 * 1024

/** `primary` is a session with the database that the standby should follow. */
export async function checkStandby(url: string, primary: Sql): Promise<Finding> {
  const standby = new Standby({ url }, 1, primary)
  try {
    const { isAway, behindBytes } = await standby.state()
    if (isAway)
      return problem(
        'standby',
        'DATABASE_READ_URL cannot be reached, or is not a standby of this database',
        'correct it or repair the replication; until then the primary answers all lists',
      )
    const text = `${behindBytes.toLocaleString('en')} bytes of the log behind`
    return behindBytes < FAR_BEHIND_BYTES
      ? ok('standby', text)
      : warning('standby', text, 'look at pg_stat_replication on the primary')
  } finally {
    await standby.close()
  }
}
