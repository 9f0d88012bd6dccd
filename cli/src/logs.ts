// The request log: a page of it, and as it grows.

import { setTimeout as pause } from 'node:timers/promises'
import type { Call, Command, Option } from './command.ts'
import { everyItem } from './every-item.ts'
import { clean, time } from './format.ts'
import { untilInterrupted } from './interrupt.ts'
import { lineNotes } from './line-notes.ts'
import { listCommand } from './list-command.ts'
import type { Cardwright, ListRequestLogsParams, LoggedRequest, RequestOptions } from './sdk.ts'

const POLL_MS = 2_000
/** A request appears in the log when it is answered, under the time of its arrival, so each poll looks back this far. */
const LATEST_MS = 10_000

const filters: Record<string, Option> = {
  method: {
    kind: 'text',
    choices: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    help: 'show only requests with this method',
  },
  status: {
    kind: 'text',
    value: 'STATUS',
    choices: ['2xx', '4xx', '5xx'],
    help: 'show only requests with this status or class of statuses',
  },
  path: { kind: 'text', help: 'show only requests whose path contains this text' },
  source: {
    kind: 'text',
    choices: ['api_key', 'dashboard'],
    help: 'show only requests of API keys, or of people in the dashboard',
  },
}

export const logCommands: readonly Command[] = [
  listCommand({
    name: 'logs list',
    summary: 'list the requests of the last seven days, newest first',
    options: {
      ...filters,
      request: { kind: 'text', param: 'request_id', value: 'REQUEST', help: 'show only this request' },
      from: { kind: 'text', value: 'TIME', help: 'show only what happened from this time or day on' },
      to: { kind: 'text', value: 'TIME', help: 'show only what happened up to this time or day' },
    },
    columns: [
      ['ARRIVED', 'created_at'],
      ['STATUS', 'status'],
      ['METHOD', 'method'],
      ['PATH', 'path'],
      ['ERROR', 'error'],
      ['MS', 'duration_ms'],
      ['REQUEST', 'request_id'],
      ['BY', 'actor'],
    ],
    list: (client, params) => client.requestLogs.list(params),
  }),
  {
    name: 'logs tail',
    summary: 'show requests as they are answered',
    options: { ...filters, from: { kind: 'text', value: 'TIME', help: 'start at this time or day instead of now' } },
    notes: `It runs until you interrupt it. It shows requests from now on, or from the time of --from. Its own requests are left
out. A request that takes longer than ten seconds, such as a stream of events, appears only in logs list.`,
    run: (call) => untilInterrupted(call.io, (signal) => tail(call, signal)),
  },
]

async function tail(call: Call, signal: AbortSignal): Promise<void> {
  const own = new Set<string | undefined>()
  const noteLine = lineNotes(call, '/request-logs')
  const client = call.client({
    onResponse(answered) {
      own.add(answered.requestId)
      noteLine(answered)
    },
  })
  const log = await openTail(client, call.params() as ListRequestLogsParams)
  call.out.note('Waiting for requests.')
  for (;;) {
    const found = await log.next({ signal, maxRetries: Number.MAX_SAFE_INTEGER })
    for (const request of found) if (!own.has(request.request_id)) show(call, request)
    await pause(POLL_MS, undefined, { signal })
  }
}

/** Returns each request once, although each poll looks a little further back than the one before. */
async function openTail(client: Cardwright, { from, ...wanted }: ListRequestLogsParams) {
  // Always asks the service, so that a wrong key, address or filter is reported now instead of being retried for ever.
  await client.requestLogs.list({ ...wanted, from, per_page: 1 })
  const startedAt = await newestTime(client)
  const clock = performance.now()
  let since = from ?? moment(startedAt - LATEST_MS)
  let given = new Set<string>()
  const next = async (options?: RequestOptions): Promise<LoggedRequest[]> => {
    const elapsedMs = performance.now() - clock
    const listed = await everyItem(client.requestLogs.list({ ...wanted, from: since, per_page: 100 }, options))
    // A page shifts when a request arrives in between, so an item at its edge may come twice.
    const all = new Map(listed.map((request) => [request.request_id, request]))
    const fresh = [...all.values()].filter(({ request_id }) => !given.has(request_id))
    given = new Set(all.keys())
    since = moment(Math.max(Date.parse(since), startedAt + elapsedMs - LATEST_MS))
    return fresh.sort((a, b) => (a.request_id < b.request_id ? -1 : 1))
  }
  if (from === undefined) await next()
  return { next }
}

/** The service's time, taken from its log, which contains our previous request. */
async function newestTime(client: Cardwright): Promise<number> {
  const { data } = await client.requestLogs.list({ per_page: 1 })
  return data[0] ? Date.parse(data[0].created_at) : Date.now()
}

function moment(ms: number): string {
  return new Date(ms).toISOString()
}

function show(call: Call, request: LoggedRequest): void {
  const { method, path, status, duration_ms, error, request_id, created_at } = request
  const colour = status < 400 ? 'green' : status < 500 ? 'yellow' : 'red'
  const parts = [
    time(created_at),
    call.out.paint(colour, String(status)),
    method.padEnd(6),
    clean(path),
    ...(error === null ? [] : [error]),
    `${duration_ms} ms`,
    request_id,
  ]
  call.out.happening(request, parts.join('  '))
}
