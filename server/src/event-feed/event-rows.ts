// Events as they are stored, and the ways to find them. Sequences of a workspace have no gaps, so places and
// totals are arithmetic where no filter stands between.

import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import { rowShape } from '../database/row-shape.ts'
import type { Uuid } from '../ids.ts'

export type EventRow = {
  bucket: number
  id: Uuid
  workspace_id: Uuid
  sequence: bigint
  type: number
  subject_id: Uuid | null
  data: string | null
  created_at: Date
}

type Owner = Pick<Workspace, 'bucket' | 'id'>

const shape = rowShape<EventRow>({
  'e.bucket': 'int16',
  'e.id': 'uuid',
  'e.workspace_id': 'uuid',
  'e.sequence': 'int64',
  'e.type': 'int16',
  'e.subject_id': 'uuid',
  'e.data': 'text',
  'e.created_at': 'time',
})

export const readEvent = shape.read

export function eventColumns(sql: Sql) {
  return sql.unsafe(shape.columns)
}

export function selectEventsAfter(sql: Sql, { bucket, id }: Owner, sequence: bigint, limit: number) {
  return sql<EventRow[]>`
    select ${eventColumns(sql)} from events e
    where e.bucket = ${bucket} and e.workspace_id = ${id} and e.sequence > ${sequence}
    order by e.sequence limit ${limit}`
}

/** `first` and `last` included. */
export function selectEventsBetween(sql: Sql, { bucket, id }: Owner, first: bigint, last: bigint) {
  return sql`
    select ${eventColumns(sql)} from events e
    where e.bucket = ${bucket} and e.workspace_id = ${id} and e.sequence between ${first} and ${last}
    order by e.sequence`.readBy(readEvent)
}

/** Over the pool for reads: the index by id is a summary of blocks, which connections for keys are told not to use. */
export async function findEvent(sql: Sql, { bucket, id }: Owner, eventId: Uuid): Promise<EventRow | undefined> {
  const [row] = await sql<EventRow[]>`
    select ${eventColumns(sql)} from events e where e.id = ${eventId} and e.bucket = ${bucket} and e.workspace_id = ${id}`
  return row
}

/** The sequences of the oldest and the newest event that are kept; undefined when there is none. */
export async function keptSequences(sql: Sql, owner: Owner): Promise<{ first: bigint; last: bigint } | undefined> {
  const [first, last] = await Promise.all([outermost(sql, owner, sql`asc`), outermost(sql, owner, sql`desc`)])
  return first !== undefined && last !== undefined ? { first, last } : undefined
}

async function outermost(sql: Sql, { bucket, id }: Owner, order: ReturnType<Sql>): Promise<bigint | undefined> {
  const [row] = await sql<{ sequence: bigint }[]>`
    select e.sequence from events e where e.bucket = ${bucket} and e.workspace_id = ${id} order by e.sequence ${order} limit 1`
  return row?.sequence
}
