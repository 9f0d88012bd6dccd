// The SQL of the request log. Only the newest requests of a range are searched, so that no filter makes the database read a
// whole week.

import { Environment } from '../accounts/environments.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { fragment, type Sql } from '../database/database.ts'
import { rowShape } from '../database/row-shape.ts'
import { countCapped, likeLiteral, MAX_COUNTED, type PageWindow, type Total } from '../http/paging.ts'
import { firstUuidAt, idPrefixes, type Uuid } from '../ids.ts'

export const MAX_SEARCHED = 100_000

export type RequestFilters = {
  id: Uuid | undefined
  method: string | undefined
  status: { from: number; to: number } | undefined
  path: string | undefined
  source: RequestSource | undefined
}

/** Who asked: a key of the API, or a person through the dashboard. */
export const requestSources = ['api_key', 'dashboard'] as const
export type RequestSource = (typeof requestSources)[number]

/** The actor says it: a person's id stands there, or a key's. */
export function sourceOf({ actor }: Pick<RequestRow, 'actor'>): RequestSource {
  return actor.startsWith(idPrefixes.user) ? 'dashboard' : 'api_key'
}

/** Both included, in wall time. */
export type Range = { from: Date; to: Date | undefined }

export type RequestRow = {
  id: Uuid
  method: string
  path: string
  status: number
  duration_ms: number
  error: string | null
  actor: string
  ip: string
}

export type RequestPosition = { id: Uuid }

const shape = rowShape<RequestRow>({
  'r.id': 'uuid',
  'r.method': 'text',
  'r.path': 'text',
  'r.status': 'int16',
  'r.duration_ms': 'int32',
  'r.error': 'text',
  'r.actor': 'text',
  'r.ip': 'text',
})

/** The range's requests as `r`, newest first, those after a position of the list. */
function newest(workspace: Workspace, range: Range, id: Uuid | undefined, after: RequestPosition | undefined) {
  return fragment`
    (select l.id, l.method, l.path, l.status, l.duration_ms, l.error, l.actor, l.ip from request_log l
     where l.bucket = ${workspace.bucket} ${within(workspace, range, after)} ${id === undefined ? fragment`` : fragment`and l.id = ${id}`}
     order by l.id desc limit ${MAX_SEARCHED}) as r`
}

function within(workspace: Workspace, { from, to }: Range, after: RequestPosition | undefined) {
  return fragment`and l.account_id = ${workspace.accountId}
    and l.environment = ${Environment[workspace.environment]} and l.id >= ${firstUuidAt(from.getTime())}
    ${to === undefined ? fragment`` : fragment`and l.id < ${firstUuidAt(to.getTime() + 1)}`}
    ${after === undefined ? fragment`` : fragment`and l.id < ${after.id}`}`
}

function matching({ method, status, path, source }: RequestFilters) {
  const isPerson = fragment`starts_with(r.actor, ${idPrefixes.user})`
  return fragment`true
    ${method === undefined ? fragment`` : fragment`and r.method = ${method}`}
    ${status === undefined ? fragment`` : fragment`and r.status between ${status.from} and ${status.to}`}
    ${source === undefined ? fragment`` : source === 'dashboard' ? fragment`and ${isPerson}` : fragment`and not ${isPerson}`}
    ${path === undefined ? fragment`` : fragment`and r.path ilike ${likeLiteral(path)}`}`
}

/** Capped when more than 10,000 match, and when there are more requests than are searched. */
export async function countRequests(
  sql: Sql,
  workspace: Workspace,
  range: Range,
  filters: RequestFilters,
): Promise<Total> {
  const from = newest(workspace, range, filters.id, undefined)
  if (!isSearch(filters)) return countCapped(sql, fragment`from ${from}`)
  const [row] = await sql<{ searched: number; matching: number }[]>`
    select count(*)::integer as searched, (count(*) filter (where ${matching(filters)}))::integer as matching from ${from}`
  const { searched, matching: total } = row!
  return { total: Math.min(total, MAX_COUNTED), capped: total > MAX_COUNTED || searched === MAX_SEARCHED }
}

/** Whether rows that may not match have to be read. */
function isSearch({ method, status, path, source }: RequestFilters): boolean {
  return [method, status, path, source].some((filter) => filter !== undefined)
}

export function selectRequests(
  sql: Sql,
  workspace: Workspace,
  range: Range,
  filters: RequestFilters,
  { after, limit, offset }: PageWindow<RequestPosition>,
) {
  return sql.readBy(shape.read)`
    select ${shape.columns}
    from ${newest(workspace, range, filters.id, after)} where ${matching(filters)}
    order by r.id desc limit ${limit} offset ${offset}`
}

/** The last request that a search read, when it stopped before the end of the range. */
export async function findEndOfSearch(
  sql: Sql,
  workspace: Workspace,
  range: Range,
  filters: RequestFilters,
  { after }: PageWindow<RequestPosition>,
): Promise<RequestPosition | undefined> {
  if (!isSearch(filters)) return undefined
  const [last] = await sql<RequestPosition[]>`
    select l.id from request_log l where l.bucket = ${workspace.bucket} ${within(workspace, range, after)}
    order by l.id desc limit 1 offset ${MAX_SEARCHED - 1}`
  return last
}
