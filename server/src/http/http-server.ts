// The server under the application: its time limits, and its answer to bytes that are not a request.

import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { HttpLimits } from '../config/edge-config.ts'
import { ApiError } from '../errors.ts'
import { newUuidHex } from '../ids.ts'
import type { Connections } from './connections.ts'
import { apiHeaders } from './send.ts'

/** How often connections are checked against the limits. With Node's default of 30 s, a short limit could take half a minute. */
const CHECK_INTERVAL_MS = 1_000

export function createHttpServer(limits: HttpLimits, connections: Connections, handler: RequestListener): Server {
  const { requestTimeoutMs, headersTimeoutMs, idleTimeoutMs } = limits
  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: headersTimeoutMs,
      keepAliveTimeout: idleTimeoutMs,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
    },
    (request, response) => {
      connections.begin(request, response)
      handler(request, response)
    },
  )
  server.setTimeout(idleTimeoutMs)
  server.on('clientError', refuseBrokenHttp)
  connections.watch(server)
  return server
}

export function newRequestId(): string {
  return `req_${newUuidHex()}`
}

/** Bytes that are not HTTP get an answer in the same shape as every error, and the connection ends. */
function refuseBrokenHttp(error: ParseError, socket: Socket): void {
  // Behind an answer that the client does not read, this answer would wait for ever. And when nothing was received there is
  // nothing to answer: a browser opens connections in advance, and would take this as the answer to its first request.
  if (!socket.writable || socket.writableLength > 0 || socket.bytesRead === 0) return void socket.destroy()
  const id = newRequestId()
  const refusal = refusalOf(error)
  const body = JSON.stringify(refusal.body(id))
  const headers = { ...apiHeaders, 'X-Request-Id': id, 'Content-Length': Buffer.byteLength(body), Connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const status = refusal.status === 404 ? '404 Not Found' : '400 Bad Request'
  socket.write(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`)
  // With end(), a client that keeps sending could hold a connection that has been answered.
  socket.destroySoon()
}

/** `rawPacket` is what the parser could not read. */
type ParseError = Error & { code?: string; rawPacket?: Buffer }

/** A request line with an unknown method. Bytes that do not match this are not HTTP at all. */
const REQUEST_LINE = /^[!#$%&'*+.^_`|~\w-]+ \S+ HTTP\/1\.[01]\r\n/

function refusalOf({ code, rawPacket }: ParseError): ApiError {
  if (code === 'HPE_INVALID_METHOD' && REQUEST_LINE.test(rawPacket?.toString('latin1') ?? ''))
    return new ApiError('not_found')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ApiError('invalid_request', 'The request took too long to arrive.')
  return new ApiError('invalid_request', 'The request is not valid HTTP.')
}
