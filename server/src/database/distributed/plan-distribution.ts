// The statements that turn a plain database into a distributed one. `database distribute` runs or prints them. Statements whose
// work is done are left out, so that an interrupted run continues and a second run has nothing to do.

import { SERVICE_ROLE } from '../session-settings.ts'
import { BUCKET, type Placement, placementOf } from './placement.ts'
import { hasCitus, type PlacedTable, readGenericFunctions, readTables } from './read-catalogue.ts'

export type Step = { about: string; sql: string }
export type Facts = { tables: PlacedTable[]; genericFunctions: string[] }
type Reader = Parameters<typeof readTables>[0]

/** For four servers. More shards make every batch dearer. */
export const DEFAULT_SHARDS = 16
/** The table that the others are colocated with. */
const ANCHOR = 'workspaces'
/** Called by a statement that runs on the server of the rows. */
const REMOTE_FUNCTION = 'refuse_replaced_workspace(uuid)'
/** The same as in the service's own sessions (session-settings.ts), because Citus connects to the other servers in its name. */
const LOCK_TIMEOUT = '4s'

export class UnplacedTable extends Error {}

export async function readFacts(sql: Reader): Promise<Facts> {
  return { tables: await readTables(sql), genericFunctions: await readGenericFunctions(sql) }
}

export function planDistribution({ tables, genericFunctions }: Facts, shards = DEFAULT_SHARDS): Step[] {
  const open = parentsFirst(tables).filter((table) => !isPlaced(table))
  const of = (kind: Placement['kind'], by?: (column: string) => boolean) =>
    open.filter((table) => {
      const placement = placed(table)
      return placement.kind === kind && (placement.kind !== 'spread' || by!(placement.by))
    })
  return [
    ...(open.length > 0 ? roleSteps : []),
    ...genericFunctions.map((name) => ({
      about: `${name.replace(/\(.*/, '')}: plans for each bucket`,
      sql: `alter function ${name} reset plan_cache_mode`,
    })),
    ...of('everywhere').map(({ name }) => ({
      about: `${name}: a copy on every server`,
      sql: `select create_reference_table('${name}')`,
    })),
    ...of('spread', (by) => by === BUCKET).map(({ name }) => spread(name, BUCKET, shards)),
    ...of('spread', (by) => by !== BUCKET).map((table) => {
      const placement = placed(table)
      return spread(table.name, placement.kind === 'spread' ? placement.by : '', shards)
    }),
    ...(open.length > 0 ? [functionStep] : []),
  ]
}

/** Citus connects to the other servers as the role of the session, so that role must be able to log in there. */
const roleSteps: Step[] = [
  { about: 'the role of the service may sign in to the other servers', sql: `alter role ${SERVICE_ROLE} login` },
  {
    about: 'and waits there for a lock as long as here',
    sql: `alter role ${SERVICE_ROLE} set lock_timeout = '${LOCK_TIMEOUT}'`,
  },
  { about: 'its statements are too short to be compiled', sql: `alter role ${SERVICE_ROLE} set jit = off` },
]

const functionStep: Step = {
  about: `${REMOTE_FUNCTION.replace(/\(.*/, '')}: on every server`,
  sql: `select create_distributed_function('${REMOTE_FUNCTION}')`,
}

function spread(name: string, by: string, shards: number): Step {
  const beside = by === BUCKET && name !== ANCHOR
  const place = beside ? `colocate_with => '${ANCHOR}'` : `colocate_with => 'none', shard_count => ${shards}`
  return {
    about: `${name}: spread by ${by}${beside ? `, beside ${ANCHOR}` : ''}`,
    sql: `select create_distributed_table('${name}', '${by}', ${place})`,
  }
}

function placed(table: PlacedTable): Placement {
  const placement = placementOf(table)
  if (placement) return placement
  throw new UnplacedTable(
    `the table ${table.name} has no place on a distributed database: see distributed/placement.ts`,
  )
}

/** Citus may know a table that stays here: a foreign key to a table that is everywhere makes it known. */
function isPlaced(table: PlacedTable): boolean {
  const placement = placed(table)
  if (placement.kind === 'here') return true
  if (placement.kind === 'everywhere') return table.citus?.type === 'reference'
  return table.citus?.type === 'distributed' && table.citus.column === placement.by
}

/** The anchor comes before the tables colocated with it, and each table after those that its foreign keys name. */
function parentsFirst(tables: readonly PlacedTable[]): PlacedTable[] {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const ordered = new Set<PlacedTable>()
  const visit = (table: PlacedTable | undefined) => {
    if (!table || ordered.has(table)) return
    for (const parent of table.parents) visit(byName.get(parent))
    ordered.add(table)
  }
  visit(byName.get(ANCHOR))
  for (const table of tables) visit(table)
  return [...ordered]
}

/** `part` means that only some tables are where they belong. No service may work on such a database. */
export type Extent = 'none' | 'part' | 'whole'

export async function readExtent(sql: Reader): Promise<Extent> {
  if (!(await hasCitus(sql))) return 'none'
  const tables = await readTables(sql)
  const isSpread = tables.find(({ name }) => name === ANCHOR)?.citus?.type === 'distributed'
  if (!isSpread) return tables.some(({ citus }) => citus?.type === 'distributed') ? 'part' : 'none'
  return tables.every((table) => placementOf(table) === undefined || isPlaced(table)) ? 'whole' : 'part'
}

/** The text of `distribute.sql`. */
export function inSql(steps: readonly Step[]): string {
  return steps.map(({ about, sql }) => `-- ${about}\n${sql};`).join('\n')
}
