// Serves the endpoints of better-auth (sign-in-endpoints.ts). For each of them, wrong passwords and codes are counted, a code
// works once, and what a person did is in the audit log before the answer is sent.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { noteSessionUse, sessionEnded } from '../http/authenticate.ts'
import { enrolFirst, isFresh } from '../http/check-person.ts'
import { ownHeadersOf, sendJson } from '../http/send.ts'
import type { Uuid } from '../ids.ts'
import type { Services } from '../services.ts'
import { askBetterAuth, checkBody, type LibraryAnswer, LibraryRefusal, unexpected } from './ask-better-auth.ts'
import { type Attempt, clearAttempt, countAttempt } from './lock-out.ts'
import { checkNewPassword, refuseUsedPassword, rememberPassword } from './password-rules.ts'
import { isRightPassword, useCode } from './proofs.ts'
import { isTwoFactorRequired } from './required-two-factor.ts'
import { recordRefusal, recordSuccess } from './sign-in-audit.ts'
import {
  CHANGE_PASSWORD,
  DISABLE_TWO_FACTOR,
  type Endpoint,
  signInEndpoints,
  signInWithEmail,
  VERIFY_TOTP,
} from './sign-in-endpoints.ts'
import { type Visitor, visitorOf } from './visitor.ts'

export function serveSignIn(app: FastifyInstance, services: Services): void {
  for (const endpoint of signInEndpoints) {
    app.route({
      method: endpoint.method,
      url: `/auth/${endpoint.path}`,
      handler: (request, reply) => answer(services, endpoint, request, reply),
    })
  }
}

async function answer(
  services: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (endpoint.method !== 'GET') checkBody(request.body ?? {}, endpoint.fields ?? [])
  if (endpoint.path === CHANGE_PASSWORD) checkPasswordChange(request.body)
  const visitor = await checkSession(services, endpoint, request, await visitorOf(services, endpoint, request))
  const attempt = endpoint.checks && attemptOf(endpoint, visitor, request)
  if (attempt) await countAttempt(services, attempt)
  const given = await ask(services, endpoint, request, visitor).catch(async (error) => {
    if (!(error instanceof LibraryRefusal)) throw error
    await recordRefusal(services, endpoint, request, visitor, error)
    setCookies(reply, error.cookies)
    throw error.answer
  })
  if (attempt) await clearAttempt(services, attempt)
  await recordSuccess(services, endpoint, request, visitor, given)
  if (visitor.token !== undefined) await services.credentials.forgetSession(visitor.token)
  setCookies(reply, given.cookies)
  sendJson(services, request, reply, 200, JSON.stringify(given.json ?? {}), ownHeadersOf(request))
  return reply
}

/** Signs in a person who has just set this password; false when a code is still needed. */
export async function signInWithPassword(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  body: { email: string; password: string },
): Promise<boolean> {
  const endpoint = signInWithEmail
  const cookie = services.credentials.ownCookies(request.headers.cookie, false)
  const given = await askBetterAuth(services, request, { ...endpoint, body, cookie }).catch((error) => {
    throw error instanceof LibraryRefusal ? unexpected(endpoint.path, error.answer.message) : error
  })
  const isSignedIn = isSignIn(given)
  await recordSuccess(services, endpoint, request, undefined, given)
  setCookies(reply, given.cookies)
  return isSignedIn
}

/** True when a session has begun, false when a code is needed. The library has no third answer. */
function isSignIn({ json }: LibraryAnswer): boolean {
  if (typeof json?.user?.id === 'string') return true
  if (json?.twoFactorRedirect === true) return false
  throw unexpected(signInWithEmail.path, 'neither a session nor a question for a code')
}

/** Checks the session of a request. Without a session, the library itself checks. */
async function checkSession(
  services: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
  visitor: Visitor,
): Promise<Visitor> {
  const { token, self } = visitor
  if (token === undefined || self === undefined) return visitor
  noteSessionUse(services, request, token)
  if (endpoint.signsIn === 'always') return visitor
  if (self.person!.mustEnrol && !endpoint.whileEnrolling) throw enrolFirst()
  if (endpoint.path === DISABLE_TWO_FACTOR && (await isTwoFactorRequired(services.database.read, self.accountId)))
    throw new ApiError('forbidden', 'This account requires a second factor of everyone; it cannot be switched off.')
  if (!endpoint.freshly || isFresh(services, self.person!)) return visitor
  // They may have reauthenticated just now, and what this process remembers is up to a second old.
  services.credentials.forgetHere({ session: token })
  const again = await services.credentials.resolve({ token, environment: 'sandbox' })
  if (!again) throw sessionEnded()
  if (!isFresh(services, again.person!)) throw new ApiError('reauthentication_required')
  return { ...visitor, self: again }
}

/** A passkey cannot be guessed, so it is not limited. It lets in a person whom a stranger has locked out. */
function attemptOf({ checks }: Endpoint, { name: given }: Visitor, request: FastifyRequest): Attempt {
  const name = checks === 'passkey' ? undefined : given
  return { ...(name !== undefined && { person: name }), address: request.ip, requestId: request.id }
}

async function ask(
  services: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
  { self, user }: Visitor,
): Promise<LibraryAnswer> {
  const { code } = (request.body ?? {}) as { code?: unknown }
  if (endpoint.path === VERIFY_TOTP && user && typeof code === 'string') {
    if ((await useCode(services.database.write, services, user.id, code)) === 'used')
      throw new LibraryRefusal(new ApiError('unauthorized', 'This code was used already.'), 'INVALID_CODE', [])
  }
  if (endpoint.path === CHANGE_PASSWORD && self && user) await preparePasswordChange(services, request, user.id)
  const given = await askBetterAuth(services, request, {
    method: endpoint.method,
    path: endpoint.path,
    query: request.url.slice(request.url.split('?', 1)[0]!.length),
    body: request.body,
    // The library must not accept an ended session because of its cookie.
    cookie: services.credentials.ownCookies(request.headers.cookie, self !== undefined),
  })
  if (endpoint === signInWithEmail) isSignIn(given)
  return given
}

function checkPasswordChange(body: unknown): void {
  const { newPassword } = (body ?? {}) as { newPassword?: unknown }
  if (typeof newPassword === 'string') checkNewPassword(newPassword, 'newPassword')
}

/** Compares with earlier passwords only for a caller who knows the current one. Without it, the library refuses the change. */
async function preparePasswordChange(services: Services, request: FastifyRequest, userId: Uuid): Promise<void> {
  const { currentPassword, newPassword } = (request.body ?? {}) as Record<string, unknown>
  if (typeof currentPassword !== 'string' || typeof newPassword !== 'string') return
  const { database, clock } = services
  if (!(await isRightPassword(database.read, userId, currentPassword))) return
  await refuseUsedPassword(database.read, userId, newPassword, 'newPassword')
  await database.transaction((tx) => rememberPassword(tx, userId, clock()))
}

function setCookies(reply: FastifyReply, cookies: string[]): void {
  if (cookies.length > 0) reply.raw.setHeader('Set-Cookie', cookies)
}
