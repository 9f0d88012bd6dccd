// The SQL of the request log. Only the newest requests of a range are looked at, so that no filter makes the database
// read a week of them.

import { Environment, type Workspace } from '../accounts/workspace.ts'
import { fragment, type Sql } from '../database/database.ts'
import { countCapped, likeLiteral, MOST_COUNTED, type Total } from '../http/paging.ts'
import { firstUuidAt, type Uuid } from '../ids.ts'

export const MOST_SEARCHED = 100_000

export type RequestFilters = {
  id: Uuid | undefined
  method: string | undefined
  status: { from: number; to: number } | undefined
  path: string | undefined
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

/** The range's requests as `r`, newest first. */
function newest(workspace: Workspace, { from, to }: Range, id: Uuid | undefined) {
  return fragment`
    (select l.id, l.method, l.path, l.status, l.duration_ms, l.error, l.actor, l.ip from request_log l
     where l.bucket = ${workspace.bucket} and l.account_id = ${workspace.accountId}
       and l.environment = ${Environment[workspace.environment]} and l.id >= ${firstUuidAt(from.getTime())}
       ${to === undefined ? fragment`` : fragment`and l.id < ${firstUuidAt(to.getTime() + 1)}`}
       ${id === undefined ? fragment`` : fragment`and l.id = ${id}`}
     order by l.id desc limit ${MOST_SEARCHED}) as r`
}

function matching({ method, status, path }: RequestFilters) {
  return fragment`true
    ${method === undefined ? fragment`` : fragment`and r.method = ${method}`}
    ${status === undefined ? fragment`` : fragment`and r.status between ${status.from} and ${status.to}`}
    ${path === undefined ? fragment`` : fragment`and r.path ilike ${likeLiteral(path)}`}`
}

/** Capped where more than 10,000 match, and where there were more requests than are searched. */
export async function countRequests(
  sql: Sql,
  workspace: Workspace,
  range: Range,
  filters: RequestFilters,
): Promise<Total> {
  const from = newest(workspace, range, filters.id)
  const { method, status, path } = filters
  if (method === undefined && status === undefined && path === undefined)
    return countCapped(sql, fragment`from ${from}`)
  const [row] = await sql<{ searched: number; matching: number }[]>`
    select count(*)::integer as searched, (count(*) filter (where ${matching(filters)}))::integer as matching from ${from}`
  const { searched, matching: total } = row!
  return { total: Math.min(total, MOST_COUNTED), capped: total > MOST_COUNTED || searched === MOST_SEARCHED }
}

export function selectRequests(
  sql: Sql,
  workspace: Workspace,
  range: Range,
  filters: RequestFilters,
  page: { per_page: number; offset: number },
) {
  return sql<RequestRow[]>`
    select r.id, r.method, r.path, r.status, r.duration_ms, r.error, r.actor, r.ip
    from ${newest(workspace, range, filters.id)} where ${matching(filters)}
    order by r.id desc limit ${page.per_page} offset ${page.offset}`
}
