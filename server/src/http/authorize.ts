// What is judged before the body of a request is read: whose key it is (401) and whether it is within its
// limits (429). The headers of the limits go on every answer.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Workspace } from '../accounts/workspace.ts'
import type { RateLimits } from '../config.ts'
import type { Services } from '../services.ts'
import { ApiError } from './errors.ts'
import { type LimitWindow, rateLimitHeaders, type Verdict } from './rate-limits/rate-limiter.ts'
import { ownHeadersOf } from './send.ts'

declare module 'fastify' {
  interface FastifyRequest {
    workspace: Workspace
    apiKey: string
    /** Undefined until this request has been counted. */
    verdict: Verdict | undefined
  }
  interface FastifyContextConfig {
    limit?: 'card_details' | 'card_creations' | undefined
  }
}

type Windows = { general: LimitWindow[]; card_details: LimitWindow[]; card_creations: LimitWindow[] }

const windowsOf = new WeakMap<RateLimits, Windows>()

/** Made once: the limiter remembers what it knows of a window by the identity of its list. */
function limitWindows({ config: { limits } }: Pick<Services, 'config'>): Windows {
  const known = windowsOf.get(limits) ?? makeWindows(limits)
  windowsOf.set(limits, known)
  return known
}

function makeWindows(limits: RateLimits): Windows {
  const used = (windows: LimitWindow[]) => windows.filter((window) => window.limit > 0)
  const general = [
    { name: 'minute', limit: limits.perMinute, seconds: 60 },
    { name: 'hour', limit: limits.perHour, seconds: 3600 },
  ]
  return {
    general: used(general),
    card_details: used([...general, { name: 'card_details', limit: limits.cardDetailsPerMinute, seconds: 60 }]),
    card_creations: used([...general, { name: 'card_creations', limit: limits.cardCreationsPerMinute, seconds: 60 }]),
  }
}

export function authorizeRequests(app: FastifyInstance, services: Services): void {
  const windows = limitWindows(services)
  app.decorateRequest('workspace')
  app.decorateRequest('apiKey', '')
  app.decorateRequest('verdict')
  app.addHook('onRequest', (request, _reply, done) => {
    const key = bearerToken(request.headers.authorization)
    if (key === undefined) return done(unauthorized(request))
    const workspace = services.keys.resolve(key)
    const admit = (found: Workspace | undefined) => {
      if (!found) return done(unauthorized(request))
      request.apiKey = key
      request.workspace = found
      const { limit } = request.routeOptions.config
      // A creation counts when it has passed validation: it is counted, in all windows at once, in `countCreation`.
      if (limit === 'card_creations') return done()
      const verdict = services.limiter.take(found.limitScope, windows[limit ?? 'general'])
      if (verdict instanceof Promise) verdict.then((late) => done(applyVerdict(services, request, late)), done)
      else done(applyVerdict(services, request, verdict))
    }
    if (workspace instanceof Promise) workspace.then(admit, done)
    else admit(workspace)
  })
}

/** A request that is refused by one window counts in none, so the general windows are taken together with the creations'. */
export async function countCreation(services: Services, request: FastifyRequest): Promise<void> {
  const refused = applyVerdict(
    services,
    request,
    await services.limiter.take(request.workspace.limitScope, limitWindows(services).card_creations),
  )
  if (refused) throw refused
}

/** A creation that did not get as far as `countCreation` counts like any other request; past the limit, that is its answer. */
export async function countFailure(services: Services, request: FastifyRequest): Promise<ApiError | undefined> {
  if (!request.workspace || request.verdict) return undefined
  return applyVerdict(
    services,
    request,
    await services.limiter.take(request.workspace.limitScope, limitWindows(services).general),
  )
}

function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  if (header.startsWith('Bearer ') && header.length > 7 && !header.includes(' ', 7)) return header.slice(7)
  return /^bearer +\S+ *$/i.test(header) ? header.slice(header.indexOf(' ')).trim() : undefined
}

function unauthorized(request: FastifyRequest): ApiError {
  ownHeadersOf(request)['WWW-Authenticate'] = 'Bearer'
  return new ApiError('unauthorized')
}

function applyVerdict(services: Services, request: FastifyRequest, verdict: Verdict): ApiError | undefined {
  request.verdict = verdict
  request.ownHeaders = rateLimitHeaders(verdict)
  if (verdict.allowed) return undefined
  services.metrics.rateLimited.inc()
  return new ApiError('rate_limit_exceeded', `Too many requests; try again in ${verdict.retryAfterSeconds} s.`, {
    retryAfterSeconds: verdict.retryAfterSeconds,
  })
}
