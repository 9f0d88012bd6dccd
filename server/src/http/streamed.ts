// Answers that are written piece by piece: files of any size, and open-ended streams.

import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { describeFailure } from '../log.ts'
import type { Services } from '../services.ts'
import { apiHeaders, finishRequest } from './send.ts'

export class Streamed {
  readonly contentType: string
  readonly fileName: string
  readonly pieces: AsyncIterable<string | Buffer>
  /** Besides the usual ones, or in their place. */
  readonly headers: Record<string, string>

  constructor(
    contentType: string,
    fileName: string,
    pieces: AsyncIterable<string | Buffer>,
    headers: Record<string, string> = {},
  ) {
    this.contentType = contentType
    this.fileName = fileName
    this.pieces = pieces
    this.headers = headers
  }
}

/** A failure on the way breaks the connection, so that a client sees a broken transfer and not a short file. */
export async function sendStream(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { contentType, fileName, pieces, headers }: Streamed,
  own: Record<string, string>,
): Promise<void> {
  const { raw } = reply
  reply.hijack()
  raw.writeHead(200, {
    ...apiHeaders,
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${fileName}"`,
    'X-Request-Id': request.id,
    ...headers,
    ...own,
  })
  try {
    if (request.method === 'HEAD') return void raw.end()
    for await (const piece of pieces) {
      if (raw.destroyed) break
      if (!raw.write(piece)) await drained(raw)
    }
    raw.end()
  } catch (error) {
    services.log.error({ requestId: request.id, ...describeFailure(error) }, 'a streamed answer was cut off')
    raw.destroy()
  } finally {
    finishRequest(services, request, 200)
  }
}

/** Sends the headers now and the rest as it comes. The request is counted when it ends. */
export function startStream(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  media: string,
  own: Record<string, string>,
): ServerResponse {
  reply.hijack()
  reply.raw.writeHead(200, { ...apiHeaders, 'Content-Type': media, 'X-Request-Id': request.id, ...own })
  void request.ip // reads the address now, since a closed socket no longer knows it
  reply.raw.once('close', () => finishRequest(services, request, 200))
  return reply.raw
}

/** Resolves when the client has read what was written, or has gone. */
export function drained(raw: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      raw.off('drain', done)
      raw.off('close', done)
      resolve()
    }
    raw.on('drain', done)
    raw.on('close', done)
    if (!raw.writable) done()
  })
}
