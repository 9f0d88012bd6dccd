// The endpoints of better-auth that are served, under /dashboard/auth; the rest of it is not reachable. Around each:
// wrong passwords and codes are counted, and what a person did is in the audit log before the answer goes out.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Workspace } from '../accounts/workspace.ts'
import type { Database } from '../database/database.ts'
import { ApiError } from '../http/errors.ts'
import { isFresh } from '../http/judge-person.ts'
import { ownHeadersOf, sendJson } from '../http/send.ts'
import { publicId, type Uuid } from '../ids.ts'
import type { Services } from '../services.ts'
import { askBetterAuth, type LibraryAnswer } from './ask-better-auth.ts'
import { type Attempt, countAttempt, forgiveAttempt } from './lock-out.ts'
import { recordPerson } from './record-person.ts'
import { findUserByEmail, findUserById, noteSignIn, type SignInUser } from './users.ts'

type Endpoint = {
  method: 'GET' | 'POST'
  path: string
  /** It judges a password or a code: the attempt is counted. */
  judges?: 'somebody' | 'oneself'
  /** Begins a session. A code that is given inside a session confirms instead what `action` says. */
  signsIn?: 'always' | 'outside a session'
  /** What it is called in the audit log when it succeeds. */
  action?: string
  /** Only for somebody who has proved lately who they are. */
  freshly?: boolean
}

const LONGEST_EMAIL = 200

export const signInEndpoints: Endpoint[] = [
  { method: 'POST', path: 'sign-in/email', judges: 'somebody', signsIn: 'always' },
  { method: 'POST', path: 'sign-out', action: 'user.sign-out' },
  { method: 'POST', path: 'change-password', judges: 'oneself', action: 'user.change-password' },
  { method: 'GET', path: 'list-sessions' },
  { method: 'POST', path: 'revoke-session', action: 'user.end-session' },
  { method: 'POST', path: 'revoke-other-sessions', action: 'user.end-other-sessions' },
  { method: 'POST', path: 'two-factor/enable', judges: 'oneself' },
  { method: 'POST', path: 'two-factor/disable', judges: 'oneself', action: 'user.disable-two-factor' },
  { method: 'POST', path: 'two-factor/get-totp-uri', judges: 'oneself' },
  {
    method: 'POST',
    path: 'two-factor/verify-totp',
    judges: 'oneself',
    signsIn: 'outside a session',
    action: 'user.enable-two-factor',
  },
  { method: 'POST', path: 'two-factor/verify-backup-code', judges: 'oneself', signsIn: 'outside a session' },
  { method: 'POST', path: 'two-factor/generate-backup-codes', judges: 'oneself', action: 'user.renew-backup-codes' },
  { method: 'GET', path: 'passkey/generate-register-options', freshly: true },
  { method: 'POST', path: 'passkey/verify-registration', freshly: true, action: 'user.add-passkey' },
  { method: 'GET', path: 'passkey/generate-authenticate-options' },
  { method: 'POST', path: 'passkey/verify-authentication', judges: 'oneself', signsIn: 'always' },
  { method: 'GET', path: 'passkey/list-user-passkeys' },
  { method: 'POST', path: 'passkey/delete-passkey', freshly: true, action: 'user.delete-passkey' },
  { method: 'POST', path: 'passkey/update-passkey' },
]

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
  const token = services.credentials.tokenOf(request.headers.cookie)
  const self = token === undefined ? undefined : await services.credentials.resolve({ token, environment: 'sandbox' })
  if (endpoint.freshly && self && !isFresh(services, self.person!)) throw new ApiError('reauthentication_required')
  const attempt = endpoint.judges && (await attemptOf(services, endpoint, request, self))
  if (attempt) await countAttempt(services, attempt)
  const query = request.url.slice(request.url.split('?', 1)[0]!.length)
  const given = await askBetterAuth(services, request, {
    method: endpoint.method,
    path: `${endpoint.path}${query}`,
    body: request.body,
  })
  const known = withoutFailure(endpoint, given)
  if (known.status < 400 && attempt) await forgiveAttempt(services, attempt)
  await record(services, endpoint, request, known, self)
  if (token !== undefined) services.credentials.forgetSession(token)
  if (known.cookies.length > 0) reply.raw.setHeader('Set-Cookie', known.cookies)
  sendJson(services, request, reply, known.status, known.text, ownHeadersOf(request))
  return reply
}

/** For somebody who has just set this password; false when a code is still to be given. */
export async function signInWithPassword(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  body: { email: string; password: string },
): Promise<boolean> {
  const endpoint = signInEndpoints[0]!
  const given = withoutFailure(endpoint, await askBetterAuth(services, request, { ...endpoint, body }))
  await record(services, endpoint, request, given, undefined)
  reply.raw.setHeader('Set-Cookie', given.cookies)
  return given.json?.user !== undefined
}

async function attemptOf(
  { database }: Services,
  { judges }: Endpoint,
  request: FastifyRequest,
  self: Workspace | undefined,
): Promise<Attempt> {
  const address = request.ip
  if (judges === 'oneself') {
    const user = self && (await findUserById(database.read, self.person!.id))
    return user ? { person: user.email, address } : { address }
  }
  const { email } = (request.body ?? {}) as { email?: unknown }
  return typeof email === 'string' && email.length <= LONGEST_EMAIL ? { person: email, address } : { address }
}

/** The library calls a registration that it cannot read a failure of its own. */
function withoutFailure({ path }: Endpoint, given: LibraryAnswer): LibraryAnswer {
  if (given.status < 500) return { ...given, text: given.text || '{}' }
  if (path !== 'passkey/verify-registration') throw new ApiError('internal_error', undefined, { cause: given.json })
  return { ...given, status: 400 }
}

async function record(
  services: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
  given: LibraryAnswer,
  self: Workspace | undefined,
): Promise<void> {
  const { database, clock } = services
  const event = await whatHappened(services, endpoint, request, given, self)
  if (!event) return
  const { user, action } = event
  const at = clock()
  await database.transaction(async (tx) => {
    if (action === 'user.sign-in') await noteSignIn(tx, user.id, at)
    const subject = publicId('user', 0, user.id)
    await recordPerson(tx, user.account_id, {
      actor: user.id,
      action,
      subject,
      caller: { requestId: request.id, ip: request.ip },
      at,
    })
  })
}

/** A sign-in that waits for a code names nobody yet. */
async function userOf({ read }: Database, json: { user?: { id?: Uuid } } | null): Promise<SignInUser | undefined> {
  return json?.user?.id && findUserById(read, json.user.id)
}

async function triedUser({ read }: Database, request: FastifyRequest): Promise<SignInUser | undefined> {
  const { email } = (request.body ?? {}) as { email?: unknown }
  return typeof email === 'string' && email.length <= LONGEST_EMAIL ? findUserByEmail(read, email) : undefined
}

async function whatHappened(
  { database }: Services,
  { path, signsIn, action }: Endpoint,
  request: FastifyRequest,
  { status, json }: LibraryAnswer,
  self: Workspace | undefined,
): Promise<{ user: SignInUser; action: string } | undefined> {
  const isRight = status < 400
  if (signsIn === 'always' || (signsIn && !self)) {
    const user = isRight
      ? await userOf(database, json)
      : path === 'sign-in/email' && (await triedUser(database, request))
    return user ? { user, action: isRight ? 'user.sign-in' : 'user.fail-sign-in' } : undefined
  }
  const user = isRight && action && self && (await findUserById(database.read, self.person!.id))
  return user ? { user, action } : undefined
}
