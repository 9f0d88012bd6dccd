import Type from 'typebox'
import { ApiError } from '../errors.ts'
import { byId } from '../http/cursor.ts'
import { rangeEnd, rangeStart } from '../http/dates.ts'
import { cutPage, exact, isPastEnd, type PagedList, pageInfo, pageWindowOf } from '../http/paging.ts'
import { read } from '../http/route.ts'
import { pageOf, pagingParameters, rangeParameters, Strict, Text, Timestamp } from '../http/schemas.ts'
import { parseRequestId, requestIdOf, timeOfUuid } from '../ids.ts'
import { KEPT_MS } from './request-log.ts'
import {
  countRequests,
  findEndOfSearch,
  type RequestPosition,
  type RequestRow,
  type RequestSource,
  requestSources,
  selectRequests,
  sourceOf,
} from './request-log-queries.ts'

const list: PagedList<RequestPosition> = { name: 'request log', size: 50, position: byId }

const exampleId = 'req_019a88f0e3f47c3d8a4b5f60718293a4'

export const LoggedRequest = Type.Object(
  {
    request_id: Type.String({
      examples: [exampleId],
      description: 'The id of the request, as in the header X-Request-Id and in every error.',
    }),
    method: Type.String({ examples: ['POST'] }),
    path: Type.String({ examples: ['/v1/cards'], description: 'The path of the request, without its query.' }),
    status: Type.Integer({ examples: [201] }),
    duration_ms: Type.Integer({ description: 'The time until the response was handed to the connection.' }),
    error: Type.Union([Type.String({ examples: ['insufficient_funds'] }), Type.Null()], {
      description: 'The identifier of the error. Null if there was none.',
    }),
    actor: Type.String({ description: 'The key or the dashboard user that made the request.' }),
    source: Type.String({
      enum: [...requestSources],
      description: '`api_key` for a request with a key, `dashboard` for a person.',
    }),
    ip: Type.String({ description: 'The IP address that the request came from.' }),
    created_at: Timestamp('When the request arrived.'),
  },
  { $id: 'LoggedRequest' },
)

export const listRequestLogs = read({
  method: 'GET',
  url: '/request-logs',
  access: 'develop',
  operationId: 'listRequestLogs',
  scope: 'events:read',
  tag: 'Request log',
  summary: 'List requests',
  description:
    'Lists every authenticated request of the last seven days, newest first. Neither bodies nor queries are kept. The newest 100,000 requests of the range are searched: `total` is counted up to 10,000, and `total_capped` says that there may be more. Reading by cursor searches the next 100,000 from its position, so a page may be short or empty; it ends when `next_cursor` is null. A request appears within a second. Reading a page is a request too: read by cursor or with `to` so that pages do not shift.',
  query: Strict({
    method: Type.Optional(Type.String({ enum: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] })),
    status: Type.Optional(
      Text({ maxLength: 3, description: 'A status such as `404`, or a class of statuses such as `4xx`.' }),
    ),
    path: Type.Optional(Text({ maxLength: 200, description: 'A part of the path. Case is ignored.' })),
    request_id: Type.Optional(Text({ maxLength: 100, examples: [exampleId] })),
    source: Type.Optional(
      Type.String({
        enum: [...requestSources],
        description: 'Returns only requests by API keys, or only requests by people in the dashboard.',
      }),
    ),
    ...rangeParameters,
    ...pagingParameters(list.size),
  }),
  reply: { 200: pageOf(LoggedRequest) },
  async read({ sql, workspace, query, services }) {
    const place = pageWindowOf(list, query)
    const filters = {
      id: query.request_id === undefined ? undefined : parseRequestId(query.request_id),
      method: query.method,
      status: statusRange(query.status),
      path: query.path,
      source: query.source as RequestSource | undefined,
    }
    const range = keptRange(rangeStart('from', query.from), rangeEnd('to', query.to), services.clock())
    if (query.request_id !== undefined && filters.id === undefined)
      return { data: [], pagination: pageInfo(place, exact(0), null) }
    await services.requestLog.flush() // so that the list holds what this process has answered
    const total = await countRequests(sql, workspace, range, filters)
    if (isPastEnd(place, total)) return { data: [], pagination: pageInfo(place, total, null) }
    const { rows, next } = cutPage(place, await selectRequests(sql, workspace, range, filters, place))
    const end = next === null ? await findEndOfSearch(sql, workspace, range, filters, place) : undefined
    const goOn = end ? place.cursorAfter(end) : next
    return { data: rows.map(presentRequest), pagination: pageInfo(place, total, goOn) }
  },
})

function statusRange(text: string | undefined): { from: number; to: number } | undefined {
  if (text === undefined) return undefined
  const parts = /^([1-5])(\d\d|xx)$/i.exec(text)
  if (!parts)
    throw new ApiError('invalid_request', '"status" must be a status, such as 404, or a class of them, such as 4xx.', {
      param: 'status',
    })
  const first = Number(parts[1]) * 100
  return /^\d\d$/.test(parts[2]!) ? { from: Number(text), to: Number(text) } : { from: first, to: first + 99 }
}

/** Rows are dropped a day at a time, so some older than seven days may still exist. They are not shown. */
function keptRange(from: Date | undefined, to: Date | undefined, wall: Date): { from: Date; to: Date | undefined } {
  const oldest = new Date(wall.getTime() - KEPT_MS)
  return { from: from && from > oldest ? from : oldest, to }
}

function presentRequest(row: RequestRow) {
  return {
    request_id: requestIdOf(row.id),
    method: row.method,
    path: row.path,
    status: row.status,
    duration_ms: row.duration_ms,
    error: row.error,
    actor: row.actor,
    source: sourceOf(row),
    ip: row.ip,
    created_at: timeOfUuid(row.id).toISOString(),
  }
}
