// A distributed database: whether every table is in its place, every server accepts the service's role, and each statement of
// the hot path goes to one shard. A statement that goes to all shards would still be correct, but slower with every server.

import { type Column, type ShardStatement, shardStatements } from '../../database/bulk.ts'
import { type Database, sqlState } from '../../database/database.ts'
import { planDistribution, readExtent, readFacts } from '../../database/distributed/plan-distribution.ts'
import type { ShardMap } from '../../database/distributed/shards.ts'
import { writeArray, writeEmptyArray, writeValue } from '../../database/wire/column-types.ts'
import type { Writer } from '../../database/wire/writer.ts'
import '../../routes.ts' // importing them creates the statements that are checked here
import '../../worker.ts'
import type { Session } from '../command.ts'
import { explain } from '../failures.ts'
import { type Finding, ok, problem } from './finding.ts'

const NO_RIGHT = '42501'

export async function checkDistribution({ owner, database }: Session): Promise<Finding[]> {
  const extent = await readExtent(owner)
  if (extent === 'none') return []
  if (extent === 'part') return [await describeMissing(owner)]
  return [ok('distribution', 'every table is in its place'), await checkServers(database), await checkFanOut(database)]
}

async function describeMissing(owner: Session['owner']): Promise<Finding> {
  const steps = planDistribution(await readFacts(owner))
  const text = `${steps.length} steps are not done yet, first: ${steps[0]?.about ?? 'none'}`
  return problem('distribution', text, 'stop the service, then run: npm run cardwright -- database distribute')
}

/** Connects as the service does, because Citus logs in to the other servers as the service's role. */
async function checkServers(database: Database): Promise<Finding> {
  try {
    const [row] = await database.read<{ servers: number }[]>`
      select count(distinct (nodename, nodeport))::integer as servers from pg_dist_node where isactive and shouldhaveshards`
    await database.read`select count(*) from workspaces`
    return ok('servers', `${row!.servers} hold rows, and all of them answer`)
  } catch (error) {
    return problem(
      'servers',
      explain(error),
      'see that every server runs and lets cardwright_service in from the coordinator: docs/operating/distributed.md',
    )
  }
}

export async function checkFanOut(database: Database): Promise<Finding> {
  const wide: string[] = []
  const buckets = bucketsOfOneShard(database.write.shards!)
  for (const statement of shardStatements) {
    const tasks = await countTasks(database, statement, buckets)
    if (tasks > 1) wide.push(`${tasks} shards are asked by: ${statement.text.replace(/\s+/g, ' ').trim().slice(0, 80)}`)
  }
  if (wide.length === 0) return ok('shards', `each of ${shardStatements.length} statements of many rows asks one`)
  return problem('shards', wide.join('; '), 'this is a fault of Cardwright: please report it')
}

function bucketsOfOneShard(shards: ShardMap): number[] {
  return [...shards.keys()].filter((bucket) => shards[bucket] === shards[0])
}

/** How many shards a statement would ask, by the plan that the coordinator makes for these buckets. */
async function countTasks(database: Database, statement: ShardStatement, buckets: number[]): Promise<number> {
  const text = `explain (costs off, format json) ${statement.text}`
  try {
    const plans = await database.write.run({ text, types: statement.types, readRow: (row) => row.text()! }, (out) =>
      writeBucketsOnly(out, statement, buckets),
    )
    return maxTasks(JSON.parse(plans.join('\n')))
  } catch (error) {
    // Each table has statements that lock its rows. The service never sends those that it may not use.
    if (sqlState(error) === NO_RIGHT) return 0
    throw error
  }
}

/** No rows and the buckets of one shard, since these alone decide which shards are used. */
function writeBucketsOnly(out: Writer, { columns }: ShardStatement, buckets: number[]): void {
  for (const [index, { type }] of columns.entries() as Iterable<[number, Column<unknown>]>) {
    writeEmptyArray(out, type)
    if (index > 0) writeValue(out, type, null)
  }
  writeArray(out, 'smallint', buckets)
}

function maxTasks(node: unknown): number {
  if (typeof node !== 'object' || node === null) return 0
  return Math.max(
    0,
    ...Object.entries(node).map(([name, value]) => (name === 'Task Count' ? Number(value) : maxTasks(value))),
  )
}
