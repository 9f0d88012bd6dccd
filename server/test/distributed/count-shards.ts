// The number of shards that a statement queries, from the coordinator's plan for the parameters with which it was sent.

import type postgres from 'postgres'
import type { Prepared } from '../growth/count-buffers.ts'
import { typeNames } from '../growth/count-buffers.ts'

/** Returns 0 for a statement that reads no shard, because its table is on the coordinator or on every server. */
export async function countShards(sql: postgres.Sql, { text, types, parameters }: Prepared): Promise<number> {
  const [first = []] = parameters
  const typed = types.length > 0 ? `(${types.map((oid) => typeNames.get(oid) ?? 'unknown').join(', ')})` : ''
  const values = first.map((value) => (value === null ? 'null' : `'${value.replaceAll("'", "''")}'`))
  const args = values.length > 0 ? `(${values.join(', ')})` : ''
  try {
    await sql.unsafe(`begin; prepare explained ${typed} as ${text}`)
    const [row] = await sql.unsafe(`explain (costs off, format json) execute explained ${args}`)
    return maxTasks(row!['QUERY PLAN'])
  } catch (error) {
    throw new Error(`cannot explain: ${text}`, { cause: error })
  } finally {
    await sql.unsafe('rollback; deallocate all')
  }
}

function maxTasks(node: unknown): number {
  if (typeof node !== 'object' || node === null) return 0
  const counts = Object.entries(node).map(([name, value]) => (name === 'Task Count' ? Number(value) : maxTasks(value)))
  return Math.max(0, ...counts)
}
