// After a schema upgrade, distributes the new tables and functions to the other servers too.

import type { OwnerConnection } from '../owner-connection.ts'
import { planDistribution, readExtent, readFacts } from './plan-distribution.ts'

/** A database that was never distributed is left as it is. New tables are empty, so this is short. */
export async function keepDistributed(owner: OwnerConnection): Promise<void> {
  if ((await readExtent(owner)) === 'none') return
  for (const { sql } of planDistribution(await readFacts(owner))) await owner.unsafe(sql)
}
