import Type from 'typebox'
import type { Workspace } from '../accounts/workspace.ts'
import { type Fragment, fragment, integerLiteral, type Sql } from '../database/database.ts'
import { byTime } from '../http/cursor.ts'
import {
  countCapped,
  cutPage,
  isPastEnd,
  type PagedList,
  type PageWindow,
  pageInfo,
  pageWindowOf,
} from '../http/paging.ts'
import { read } from '../http/route.ts'
import { pageOf, pagingParameters, Strict } from '../http/schemas.ts'
import type { Uuid } from '../ids.ts'
import { SpendRequestStatus } from '../ledger/spend-request-row.ts'
import { spendRequests } from '../ledger/tables.ts'
import {
  findSpendRequest,
  presentSpendRequest,
  SpendRequest,
  SpendRequestParams,
  type SpendRequestStatusName,
  seesOwnOnly,
  spendRequestStatusNames,
} from './spend-request.ts'

type Position = { created_at: Date; id: Uuid }
const list: PagedList<Position> = { name: 'spend requests', size: 50, position: byTime }

export const listSpendRequests = read({
  method: 'GET',
  url: '/spend-requests',
  operationId: 'listSpendRequests',
  scope: 'spend_requests:read',
  bounds: 'open',
  tag: 'Spend requests',
  summary: 'List spend requests',
  description:
    'Lists spend requests, newest first. An agent key, and a key that is limited to cards, sees its own requests. `total` is counted up to 10,000.',
  query: Strict({
    status: Type.Optional(Type.String({ enum: [...spendRequestStatusNames] })),
    ...pagingParameters(list.size),
  }),
  reply: { 200: pageOf(SpendRequest) },
  async read({ sql, workspace, query, services }) {
    const place = pageWindowOf(list, query)
    const matching = matchingRequests(workspace, query.status as SpendRequestStatusName | undefined)
    const total = await countCapped(sql, fragment`from spend_requests s where ${matching}`)
    const found = isPastEnd(place, total) ? [] : await selectRequests(sql, matching, place)
    const { rows, next } = cutPage(place, found)
    return {
      data: rows.map((row) => presentSpendRequest(services, workspace.environment, row)),
      pagination: pageInfo(place, total, next),
    }
  },
})

export const getSpendRequest = read({
  method: 'GET',
  url: '/spend-requests/:spend_request_id',
  operationId: 'getSpendRequest',
  scope: 'spend_requests:read',
  bounds: 'open',
  tag: 'Spend requests',
  summary: 'Get a spend request',
  params: SpendRequestParams,
  reply: { 200: SpendRequest },
  errors: ['spend_request_not_found'],
  async read({ sql, workspace, params, services }) {
    const request = await findSpendRequest(sql, workspace, params.spend_request_id)
    return presentSpendRequest(services, workspace.environment, request)
  },
})

function matchingRequests(workspace: Workspace, status: SpendRequestStatusName | undefined): Fragment {
  const { bucket, id, key } = workspace
  return fragment`s.bucket = ${bucket} and s.workspace_id = ${id}
    ${seesOwnOnly(workspace) ? fragment`and s.key_id = ${key!.id}` : fragment``}
    ${status === undefined ? fragment`` : fragment`and s.status = ${integerLiteral(SpendRequestStatus[status])}`}`
}

function selectRequests(sql: Sql, matching: Fragment, { after, limit, offset }: PageWindow<Position>) {
  return sql.readBy(spendRequests.read)`
    select ${spendRequests.columns('s')} from spend_requests s where ${matching}
    ${after === undefined ? fragment`` : fragment`and (s.created_at, s.id) < (${after.created_at}, ${after.id})`}
    order by s.created_at desc, s.id desc limit ${limit} offset ${offset}`
}
