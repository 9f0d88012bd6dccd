// The API of the simulated Lithic. It is strict about paths, keys and bodies, and a test can turn on failures.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Fault } from './world.ts'

export type ApiRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  /** Undefined if the body is not a JSON object. */
  body: Record<string, unknown> | undefined
}
export type GoodRequest = ApiRequest & { body: Record<string, unknown> }
/** A route receives the last part of the path if that part is in braces. */
export type ApiRoutes = Record<string, (request: GoodRequest, last: string) => unknown>

export class ApiRefusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export type LithicApi = { baseUrl: string; close: () => Promise<void> }

export async function openLithicApi(
  routes: ApiRoutes,
  { apiKey, faults, requests }: { apiKey: string; faults: Fault[]; requests: ApiRequest[] },
): Promise<LithicApi> {
  const server = createServer((incoming, response) => {
    void answer(incoming, response).catch(() => response.destroy())
  })

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', 'http://lithic.test')
    const text = await textOf(incoming)
    const request = requestOf(incoming, url, text)
    requests.push(request)
    const fault = faults.shift()
    if (fault === 'never answered') return
    if (fault === 'silent before effect') return void response.destroy()
    if (fault === 'limit') return send(response, 429, refusal('Rate limit exceeded'))
    if (fault === 'fail') return send(response, 500, refusal('Internal error'))
    if (fault === 'refuse') return send(response, 400, refusal('The program does not allow this'))
    if (fault === 'key refused') return send(response, 401, refusal('Please provide a valid API key'))
    if (fault === 'forbidden') return send(response, 403, refusal('The key may not do this'))
    const { status, body } = handle(request)
    if (fault === 'silent after effect') return void response.destroy()
    if (fault === 'fail after effect') return send(response, 500, refusal('Internal error'))
    send(response, status, body)
  }

  function handle(request: ApiRequest): { status: number; body: unknown } {
    try {
      // Lithic's key is sent without "Bearer".
      if (request.headers.authorization !== apiKey) throw new ApiRefusal(401, 'Please provide a valid API key')
      if (request.body === undefined) throw new ApiRefusal(400, 'Malformed JSON')
      const { run, last } = routeOf(routes, request)
      return { status: 200, body: run({ ...request, body: request.body }, last) ?? {} }
    } catch (error) {
      if (error instanceof ApiRefusal) return { status: error.status, body: refusal(error.message) }
      throw error
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { baseUrl: `http://127.0.0.1:${port}`, close: () => close(server) }
}

/** Rejects every field that is not in the list, as Lithic does. */
export function allowOnly(body: Record<string, unknown>, names: readonly string[]): void {
  const unknown = Object.keys(body).filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new ApiRefusal(400, `Unknown parameters: ${unknown.join(', ')}`)
}

export function oneOf<Word extends string>(value: unknown, words: readonly Word[], name: string): Word {
  const word = words.find((each) => each === value)
  if (word === undefined) throw new ApiRefusal(400, `${name} must be one of ${words.join(', ')}`)
  return word
}

/** Newest first, as Lithic lists. */
export function pageOf<Item extends { token: string }>(items: readonly Item[], query: URLSearchParams) {
  const size = Number(query.get('page_size') ?? '50')
  if (!(size >= 1 && size <= 100)) throw new ApiRefusal(400, 'page_size must be from 1 to 100')
  const after = query.get('starting_after')
  const start = after === null ? 0 : items.findIndex(({ token }) => token === after) + 1
  if (after !== null && start === 0) throw new ApiRefusal(400, 'starting_after is not known')
  return { data: items.slice(start, start + size), has_more: items.length > start + size }
}

function routeOf(routes: ApiRoutes, { method, path }: ApiRequest) {
  const exact = routes[`${method} ${path}`]
  if (exact) return { run: exact, last: '' }
  for (const [pattern, run] of Object.entries(routes)) {
    const found = new RegExp(`^${pattern.replace('{}', '([^/]+)')}$`).exec(`${method} ${path}`)
    if (found) return { run, last: decodeURIComponent(found[1] ?? '') }
  }
  throw new ApiRefusal(404, 'The specified resource was not found')
}

function requestOf(incoming: IncomingMessage, url: URL, text: string): ApiRequest {
  const { method = '', headers } = incoming
  return { method, path: url.pathname, query: url.searchParams, headers, body: bodyOf(text) }
}

function bodyOf(text: string): Record<string, unknown> | undefined {
  if (text === '') return {}
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : undefined
  } catch {
    return undefined
  }
}

function refusal(message: string) {
  return { debugging_request_id: '2fb3b1fa-9d9c-4d30-a4ac-1a4a8b1b2f4e', message }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  await closed
}
