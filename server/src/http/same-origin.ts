// A cookie travels with requests that other sites make in its owner's name. A browser says in `Origin` and
// `Sec-Fetch-Site` whose page made a request, and no page can change what it says.

import type { FastifyRequest } from 'fastify'
import { ApiError } from './errors.ts'

/** Where the request reached us: the public URL, or the name in its `Host`. */
export function ownOrigin(request: FastifyRequest, publicUrl: string | undefined): string {
  const own = publicUrl && new URL(publicUrl).origin
  return own && request.headers.origin === own ? own : `${request.protocol}://${request.host}`
}

/** Reads change nothing, so it does not matter whose page asks for one. */
export function isSafe({ method }: Pick<FastifyRequest, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Undefined when the request was made by a page of ours. */
export function judgeOrigin(request: FastifyRequest, publicUrl: string | undefined): ApiError | undefined {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined && origin === ownOrigin(request, publicUrl) && site !== 'cross-site') return undefined
  return new ApiError('forbidden', 'This request was not made by a page of the dashboard.')
}
