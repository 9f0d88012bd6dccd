// The number of buffers that a statement touches for each row that it is given or returns. The statement is executed
// under EXPLAIN with a generic plan, in a transaction that is rolled back.

import type postgres from 'postgres'
import { type Execution, isByIndex, parameterTexts, type Recording } from './record-statements.ts'

export type Prepared = { text: string; types: readonly number[]; byIndex: boolean; parameters: (string | null)[][] }

/** Must be called while the connections of the recording are open. */
export async function prepareStatements(recording: Recording): Promise<Prepared[]> {
  const prepared: Prepared[] = []
  for (const [text, executions] of recording) {
    if (!/^(select|insert|update|delete|with)\b/i.test(text)) continue
    const alive = executions.filter(({ connection }) => !connection.isLost)
    const parameters: (string | null)[][] = []
    for (const execution of alive) parameters.push(await parameterTexts(execution))
    const [first] = alive as [Execution?]
    if (first) prepared.push({ text, types: first.types, byIndex: await isByIndex(first.connection), parameters })
  }
  return prepared
}

/** `plan` names the steps and their indexes. */
export type Cost = { buffers: number; plan: string }

/**
 * The maximum that any of its executions touches, or undefined if none can be repeated, such as an insert of the same
 * row.
 */
export async function countBuffers(sql: postgres.Sql, statement: Prepared): Promise<Cost | undefined> {
  const costs: Cost[] = []
  for (const parameters of statement.parameters) {
    const first = await countOnce(sql, statement, parameters)
    if (first === undefined) continue
    // The first execution may clean up a page or extend the table, independently of the statement.
    const second = await countOnce(sql, statement, parameters)
    costs.push(second && second.buffers < first.buffers ? second : first)
  }
  return costs.toSorted((one, other) => other.buffers - one.buffers)[0]
}

type Step = {
  'Node Type': string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  'Actual Rows': number
  'Index Name'?: string
  Plans?: Step[]
}
type Plan = { Plan: Step }

/**
 * The number of rows that a statement was given in arrays or returned, so that one row of many costs as much as one
 * alone.
 */
function rowsOf({ 'Node Type': kind, 'Actual Rows': returned, Plans = [] }: Step, isTop = true): number {
  const own = isTop || kind === 'Function Scan' ? returned : 0
  return Math.max(own, ...Plans.map((step) => rowsOf(step, false)))
}

function planOf({ 'Node Type': kind, 'Index Name': index, Plans = [] }: Step): string {
  return [index ? `${kind} by ${index}` : kind, ...Plans.map(planOf)].join(' > ')
}

/** A row that already exists, or a missing parent row. */
const UNREPEATABLE = new Set(['23505', '23503'])

async function countOnce(
  sql: postgres.Sql,
  { text, types, byIndex }: Prepared,
  parameters: (string | null)[],
): Promise<Cost | undefined> {
  const args = parameters.length > 0 ? `(${parameters.map(literal).join(', ')})` : ''
  const typed = types.length > 0 ? `(${types.map((oid) => typeNames.get(oid) ?? `missing_${oid}`).join(', ')})` : ''
  const settings = byIndex ? BY_INDEX : ''
  try {
    await sql.unsafe(`begin; set local plan_cache_mode = force_generic_plan; set local jit = off; ${settings}
      prepare grown ${typed} as ${text}`)
    const [row] = await sql.unsafe(`explain (analyze, buffers, timing off, format json) execute grown ${args}`)
    const [plan] = row!['QUERY PLAN'] as [Plan]
    const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = plan.Plan
    return { buffers: Math.ceil((hit + read) / Math.max(1, rowsOf(plan.Plan))), plan: planOf(plan.Plan) }
  } catch (error) {
    if (UNREPEATABLE.has((error as { code?: string }).code ?? '')) return undefined
    throw new Error(`cannot explain: ${text}`, { cause: error })
  } finally {
    await sql.unsafe('rollback; deallocate all')
  }
}

const BY_INDEX = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_bitmapscan']
  .map((name) => `set local ${name} = off;`)
  .join(' ')

function literal(text: string | null): string {
  return text === null ? 'null' : `'${text.replaceAll("'", "''")}'`
}

/** The types that the service declares; the others are inferred. */
export const typeNames = new Map([
  [0, 'unknown'],
  [16, 'boolean'],
  [17, 'bytea'],
  [20, 'bigint'],
  [21, 'smallint'],
  [23, 'integer'],
  [25, 'text'],
  [1184, 'timestamptz'],
  [2950, 'uuid'],
  [1000, 'boolean[]'],
  [1001, 'bytea[]'],
  [1005, 'smallint[]'],
  [1007, 'integer[]'],
  [1009, 'text[]'],
  [1016, 'bigint[]'],
  [1185, 'timestamptz[]'],
  [2951, 'uuid[]'],
])
