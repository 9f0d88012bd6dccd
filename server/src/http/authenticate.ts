// Runs before the body of a request is read: finds the workspace of its key or session (401) and checks the rate limits (429).
// The headers of the limits go on every answer.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Environment, type EnvironmentName } from '../accounts/environments.ts'
import { isInRanges } from '../accounts/ip-ranges.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { type RateLimits, type WorkspaceLimit, workspaceLimits } from '../config/rate-limits.ts'
import { ApiError } from '../errors.ts'
import type { Services } from '../services.ts'
import { canonicalAddress } from './client-address.ts'
import type { Credential, SessionCredential } from './credentials.ts'
import { type LimitWindow, rateLimitHeaders, type Verdict } from './rate-limits/rate-limiter.ts'
import { RefusedKeys } from './refused-keys.ts'
import { checkOrigin, isSafe } from './same-origin.ts'
import { ownHeadersOf } from './send.ts'

declare module 'fastify' {
  interface FastifyRequest {
    workspace: Workspace
    credential: Credential
    /** Undefined until this request has been counted. */
    verdict: Verdict | undefined
  }
  interface FastifyContextConfig {
    /** `by_calls`: the handler counts the request, since the routes that it calls are counted too. */
    limit?: 'card_details' | 'card_creations' | 'by_calls' | undefined
    /** A person may call it without naming an environment. */
    anyEnvironment?: boolean | undefined
  }
}

const ENVIRONMENT_HEADER = 'X-Cardwright-Environment'
const IDLE_HEADER = 'x-cardwright-idle'

type Windows = { general: LimitWindow[]; card_details: LimitWindow[]; card_creations: LimitWindow[] }

const windowsOf = new WeakMap<RateLimits, Windows>()

/** Made once, because the limiter recognises windows by the identity of their list. */
function limitWindows({ config: { limits } }: Pick<Services, 'config'>): Windows {
  const known = windowsOf.get(limits) ?? makeWindows(limits)
  windowsOf.set(limits, known)
  return known
}

function makeWindows(limits: RateLimits): Windows {
  const windows = (...names: WorkspaceLimit[]) =>
    names
      .map((name) => ({
        name: workspaceLimits[name].window,
        limit: limits[name],
        seconds: workspaceLimits[name].seconds,
      }))
      .filter(({ limit }) => limit > 0)
  return {
    general: windows('perMinute', 'perHour'),
    card_details: windows('perMinute', 'perHour', 'cardDetailsPerMinute'),
    card_creations: windows('perMinute', 'perHour', 'cardCreationsPerMinute'),
  }
}

type Who = 'keys and people' | 'people' | 'keys'

/** `who`: the API serves keys and people, the dashboard's own routes only people, and /mcp only keys. */
export function authenticateRequests(app: FastifyInstance, services: Services, who: Who): void {
  const windows = limitWindows(services)
  const refusedKeys = new RefusedKeys(services)
  app.decorateRequest('workspace')
  app.decorateRequest('credential', '')
  app.decorateRequest('verdict')
  app.addHook('onRequest', (request, _reply, done) => {
    const { authorization } = request.headers
    const credential = authorization === undefined ? sessionOf(services, request) : bearerToken(authorization)
    const isServed = who === 'keys and people' || (who === 'keys') === (typeof credential === 'string')
    if (credential === undefined || !isServed) return done(unauthorized(request, who))
    if (typeof credential !== 'string' && !isSafe(request)) {
      const forged = checkOrigin(request, services.config.publicUrl)
      if (forged) return done(forged)
    }
    const workspace = services.credentials.resolve(credential)
    const admit = (found: Workspace | undefined) => {
      if (!found) {
        if (typeof credential === 'string') refusedKeys.note(credential, { requestId: request.id, ip: request.ip })
        return done(unauthorized(request, who))
      }
      if (typeof credential !== 'string' && !namesEnvironment(request)) return done(unknownEnvironment())
      const { key } = found
      if (key?.ipAllow && !isInRanges(key.ipAllow.list, canonicalAddress(request.ip) ?? '')) {
        refusedKeys.note(credential as string, { requestId: request.id, ip: request.ip })
        return done(wrongAddress())
      }
      request.credential = credential
      request.workspace = found
      if (typeof credential !== 'string') noteSessionUse(services, request, credential.token)
      const { limit } = request.routeOptions.config
      // A card creation is counted after validation, in all windows at once, by `countCreation`.
      if (limit === 'card_creations' || limit === 'by_calls') return done()
      const verdict = services.limiter.take(found.limitScope, windows[limit ?? 'general'])
      if (verdict instanceof Promise) verdict.then((late) => done(applyVerdict(services, request, late)), done)
      else done(applyVerdict(services, request, verdict))
    }
    if (workspace instanceof Promise) workspace.then(admit, done)
    else admit(workspace)
  })
}

/** A page that nobody has used recently says so in a header, because its automatic reads must not keep the session alive. */
export function noteSessionUse({ credentials }: Services, { headers }: FastifyRequest, token: string): void {
  if (headers[IDLE_HEADER] === undefined) credentials.noteSessionUse(token)
}

/** For a request whose workspace, or whose person's rights, may have changed since it was resolved. */
export async function resolveAgain({ credentials }: Services, request: FastifyRequest): Promise<void> {
  credentials.forget(request.credential)
  const workspace = await credentials.resolve(request.credential)
  if (!workspace) throw typeof request.credential === 'string' ? new ApiError('unauthorized') : sessionEnded()
  request.workspace = workspace
}

/** A request that one window refuses must count in none, so the general windows and that of creations are taken together. */
export async function countCreation(services: Services, request: FastifyRequest): Promise<void> {
  const refused = applyVerdict(
    services,
    request,
    await services.limiter.take(request.workspace.limitScope, limitWindows(services).card_creations),
  )
  if (refused) throw refused
}

/** For a request that was not counted when it was authenticated. */
export async function countRequest(services: Services, request: FastifyRequest): Promise<void> {
  const refused = await countFailure(services, request)
  if (refused) throw refused
}

/** A creation that failed before `countCreation` counts like any other request. Past the limit, it is answered with 429. */
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

/** The session of the request's cookie, in the environment that the request names. */
function sessionOf({ credentials }: Services, { headers }: FastifyRequest): SessionCredential | undefined {
  const token = credentials.tokenOf(headers.cookie)
  if (token === undefined) return undefined
  return { token, environment: environmentOf(headers[ENVIRONMENT_HEADER.toLowerCase()]) ?? 'sandbox' }
}

function environmentOf(header: string | string[] | undefined): EnvironmentName | undefined {
  return typeof header === 'string' && Object.hasOwn(Environment, header) ? (header as EnvironmentName) : undefined
}

function namesEnvironment({ headers, routeOptions }: FastifyRequest): boolean {
  const header = headers[ENVIRONMENT_HEADER.toLowerCase()]
  return environmentOf(header) !== undefined || (header === undefined && routeOptions.config.anyEnvironment === true)
}

function unknownEnvironment(): ApiError {
  return new ApiError('invalid_request', `"${ENVIRONMENT_HEADER}" must be one of: sandbox, production.`, {
    param: ENVIRONMENT_HEADER,
  })
}

function unauthorized(request: FastifyRequest, who: Who): ApiError {
  if (who === 'people') return sessionEnded()
  ownHeadersOf(request)['WWW-Authenticate'] = 'Bearer'
  return isFromDashboard(request) ? sessionEnded() : new ApiError('unauthorized')
}

/** Only the dashboard names the environment in a header: a person must not be told about API keys. */
function isFromDashboard({ headers }: FastifyRequest): boolean {
  return headers.authorization === undefined && headers[ENVIRONMENT_HEADER.toLowerCase()] !== undefined
}

export function sessionEnded(): ApiError {
  return new ApiError('unauthorized', 'You are not signed in, or your session has ended.')
}

function wrongAddress(): ApiError {
  return new ApiError('forbidden', 'This key may not be used from this address.', { param: 'ip_allow' })
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
