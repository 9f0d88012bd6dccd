// A browser may send a cookie with requests that other sites make. It names the page that made a request in `Origin` and
// `Sec-Fetch-Site`, and no page can change these headers.

import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'

// A name or an IPv4 address, or an IPv6 address in brackets, and perhaps a port. `Host` may hold nothing else, so that an
// address built from it cannot get a path, a query or another host.
const NAME = /^[a-z0-9_](?:[a-z0-9_.-]{0,252}[a-z0-9_.])?(?::(\d{1,5}))?$/i
const IPV6 = /^\[[0-9a-f:.]{2,45}\](?::(\d{1,5}))?$/i
const MAX_PORT = 65_535

/** With a trusted proxy in front, `request.host` is what it says in `X-Forwarded-Host`. */
export function checkHost({ host, raw }: FastifyRequest): ApiError | undefined {
  // A proxy in front may have read the other one (RFC 9112, 3.2).
  if (countHosts(raw.rawHeaders) > 1)
    return new ApiError('invalid_request', 'The request has more than one "Host" header.', { param: 'Host' })
  // HTTP/1.0 has no `Host`. Code that needs one refuses later.
  if (!host || isHost(host)) return undefined
  return new ApiError('invalid_request', 'The "Host" header must be a name or an address, and perhaps a port.', {
    param: 'Host',
  })
}

/** `rawHeaders` has names and values in turn. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let n = 0; n < rawHeaders.length; n += 2)
    if (rawHeaders[n]!.length === 4 && rawHeaders[n]!.toLowerCase() === 'host') count += 1
  return count
}

export function isHost(text: string): boolean {
  const found = NAME.exec(text) ?? IPV6.exec(text)
  return found !== null && Number(found[1] ?? 0) <= MAX_PORT && URL.canParse(`http://${text}`)
}

/** The origin of our own pages: the public URL if there is one, else the host of this request. */
function ownOrigin(request: FastifyRequest, publicUrl: string | undefined): string {
  return publicUrl ? new URL(publicUrl).origin : `${request.protocol}://${request.host}`
}

/** Reads change nothing, so it does not matter whose page asks for one. */
export function isSafe({ method }: Pick<FastifyRequest, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Undefined when the request was made by a page of ours. */
export function checkOrigin(request: FastifyRequest, publicUrl: string | undefined): ApiError | undefined {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined && origin === ownOrigin(request, publicUrl) && site !== 'cross-site') return undefined
  const where = publicUrl ? `, which is at ${publicUrl}` : ''
  return new ApiError('forbidden', `This request was not made by a page of the dashboard${where}.`)
}
