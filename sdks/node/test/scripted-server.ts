// A real HTTP server that sends the answers a test lists, and records the requests.

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { Cardwright, type ClientOptions } from '../src/index.ts'

export type Asked = { method: string; path: string; headers: IncomingHttpHeaders; body: string }
type Written = { status?: number; headers?: Record<string, string>; body?: unknown }
/** `drop` closes the connection without an answer, `cut` closes it during an answer, and `hang` never answers. */
type Reply = Written | 'drop' | 'cut' | 'hang' | ((response: ServerResponse) => void)

export async function scripted(replies: Reply[], options: ClientOptions = {}) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      asked.push({ method, path: url, headers, body: Buffer.concat(chunks).toString() })
      answer(response, replies[asked.length - 1] ?? { status: 599 })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return { asked, baseUrl, client: new Cardwright({ apiKey: 'sk_test_scripted', baseUrl, ...options }) }
}

function answer(response: ServerResponse, reply: Reply): void {
  if (typeof reply === 'function') reply(response)
  else if (reply === 'drop') response.socket?.destroy()
  else if (reply === 'cut') cut(response)
  else if (reply !== 'hang') write(response, reply)
}

function cut(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 })
  response.write('{"id":"ca', () => response.socket?.destroy())
}

function write(response: ServerResponse, { status = 200, headers, body = {} }: Written): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, { 'x-request-id': 'req_scripted', ...headers }).end(text)
}

export function refusal(status: number, error: string, headers: Record<string, string> = {}): Written {
  return { status, headers, body: { error, message: `It is ${error}.`, code: status, request_id: 'req_scripted' } }
}
