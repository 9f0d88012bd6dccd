import Type from 'typebox'
import { appendAudit } from '../accounts/audit-log.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { plainArray } from '../database/arrays.ts'
import { type Fragment, fragment, type Sql } from '../database/database.ts'
import { bySequence } from '../http/cursor.ts'
import { rangeEnd, rangeStart } from '../http/dates.ts'
import {
  countCapped,
  cutPage,
  exact,
  isPastEnd,
  type PagedList,
  type PageWindow,
  pageInfo,
  pageWindowOf,
  type Total,
} from '../http/paging.ts'
import { write } from '../http/route.ts'
import { pagingParameters, rangeParameters, Strict, Text } from '../http/schemas.ts'
import { parseId, type Uuid } from '../ids.ts'
import { WorkspaceReplaced } from '../ledger/workspace-replaced.ts'
import { type AuditLogEntry, AuditLogPage } from './shapes/audit-log.ts'

type Row = Omit<AuditLogEntry, 'sequence' | 'at' | 'actor_name'> & { sequence: bigint; at: Date }

type Position = { sequence: bigint }
const list: PagedList<Position> = { name: 'audit log', size: 50, position: bySequence }

/** A read that writes: who has looked at the log is in the log (PCI DSS 10.2.1.3). The entry is not in the answer that it is about. */
export const listAuditLog = write({
  method: 'GET',
  url: '/audit-log',
  operationId: 'listAuditLog',
  tag: 'Dashboard',
  access: 'administer',
  summary: 'Who did what, newest first',
  query: Strict({
    action: Type.Optional(Text({ maxLength: 100 })),
    actor: Type.Optional(Text({ maxLength: 200 })),
    ...rangeParameters,
    ...pagingParameters(list.size),
  }),
  reply: { 200: AuditLogPage },
  async write({ tx: sql, workspace, query, services, caller }) {
    const place = pageWindowOf(list, query)
    const chain = await findChain(sql, workspace)
    const from = rangeStart('from', query.from)
    const to = rangeEnd('to', query.to)
    const { action, actor } = query
    const matching = fragment`bucket = ${workspace.bucket} and lineage_id = ${chain.lineage_id}
      ${action === undefined ? fragment`` : fragment`and action = ${action}`}
      ${actor === undefined ? fragment`` : fragment`and actor = ${actor}`}
      ${from === undefined ? fragment`` : fragment`and at >= ${from}`}
      ${to === undefined ? fragment`` : fragment`and at <= ${to}`}`
    const isWhole = [action, actor, from, to].every((filter) => filter === undefined)
    const total: Total = isWhole
      ? exact(chain.sequence)
      : await countCapped(sql, fragment`from audit_log where ${matching}`)
    const found = isPastEnd(place, total) ? [] : await selectEntries(sql, matching, place)
    const { rows, next } = cutPage(place, found)
    const names = await namesOf(sql, workspace.accountId, rows)
    const body: AuditLogPage = {
      data: rows.map((row) => present(row, names)),
      pagination: pageInfo(place, total, next),
    }
    const subject = filtersInWords({ action, actor, from: query.from, to: query.to })
    await appendAudit(sql, workspace, { action: 'audit.read', subject, caller, at: services.clock() })
    return { status: 200, body }
  },
})

function filtersInWords(filters: Record<string, string | undefined>): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined)
  return given.length === 0 ? 'all entries' : given.map(([name, value]) => `${name} ${value}`).join(', ')
}

function selectEntries(sql: Sql, matching: Fragment, { after, limit, offset }: PageWindow<Position>) {
  return sql<Row[]>`
    select sequence, at, actor, action, subject, origin, request_id from audit_log where ${matching}
    ${after === undefined ? fragment`` : fragment`and sequence < ${after.sequence}`}
    order by sequence desc limit ${limit} offset ${offset}`
}

async function findChain(sql: Sql, { bucket, id }: Workspace): Promise<{ lineage_id: Uuid; sequence: bigint }> {
  const [row] = await sql<{ lineage_id: Uuid; sequence: bigint }[]>`
    select a.lineage_id, a.sequence from audit_chains a
    join workspaces w on w.bucket = a.bucket and w.lineage_id = a.lineage_id
    where w.bucket = ${bucket} and w.id = ${id}`
  if (!row) throw new WorkspaceReplaced()
  return row
}

/** Only people and keys of this account have names. A person who has left no longer has one. */
async function namesOf(sql: Sql, accountId: Uuid, rows: readonly Row[]): Promise<Map<string, string>> {
  const ids = new Set(rows.flatMap(({ actor }) => uuidOfActor(actor) ?? []))
  if (ids.size === 0) return new Map()
  const asked = fragment`(select asked.id from unnest(${plainArray(ids)}::text::uuid[]) as asked (id))`
  const found = await sql<{ id: Uuid; name: string }[]>`
    select id, name from users where account_id = ${accountId} and id in ${asked}
    union all select id, name from api_keys where account_id = ${accountId} and id in ${asked}`
  return new Map(found.map(({ id, name }) => [id, name]))
}

function uuidOfActor(actor: string): Uuid | undefined {
  return (parseId('user', actor) ?? parseId('key', actor))?.uuid
}

function present({ sequence, at, ...row }: Row, names: Map<string, string>): AuditLogEntry {
  const id = uuidOfActor(row.actor)
  return {
    sequence: Number(sequence),
    at: at.toISOString(),
    ...row,
    actor_name: (id && names.get(id)) ?? null,
  }
}
