// Finds the person of a sign-in request: the person of its session, the person whose password was right and whose code is
// awaited, or the person whose address or passkey it names.

import type { FastifyRequest } from 'fastify'
import type { Workspace } from '../accounts/workspace.ts'
import { type Sql, unavailable } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import type { Services } from '../services.ts'
import type { Endpoint } from './sign-in-endpoints.ts'
import { findUserByEmail, findUserById, type SignInUser } from './users.ts'

const MAX_EMAIL_LENGTH = 200
const MAX_CREDENTIAL_ID_LENGTH = 2_000

export type Visitor = {
  /** The token of the session's cookie, whether or not the session has ended. */
  token: string | undefined
  /** The workspace of the session, where there is one. */
  self: Workspace | undefined
  /** The person; undefined when it is nobody we know. */
  user: SignInUser | undefined
  /** The name that attempts are counted under, even for a person who does not exist. */
  name: string | undefined
}

/** The body was checked before: it holds nothing that the database cannot compare. */
export async function visitorOf(services: Services, endpoint: Endpoint, request: FastifyRequest): Promise<Visitor> {
  const token = services.credentials.tokenOf(request.headers.cookie)
  const self = token === undefined ? undefined : await services.credentials.resolve({ token, environment: 'sandbox' })
  const email = endpoint.signsIn === 'always' ? emailIn(request.body) : undefined
  const user = await findUser(services, endpoint, request, { self, email }).catch((error) => {
    throw unavailable(error)
  })
  return { token, self, user, name: user?.email ?? email }
}

async function findUser(
  services: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
  { self, email }: { self: Workspace | undefined; email: string | undefined },
): Promise<SignInUser | undefined> {
  const { read } = services.database
  if (email !== undefined) return findUserByEmail(read, email)
  if (endpoint.checks === 'passkey') return findUserByPasskey(read, request.body)
  if (self) return findUserById(read, self.person!.id)
  return endpoint.checks === 'code' ? findAwaited(services, request) : undefined
}

function emailIn(body: unknown): string | undefined {
  const { email } = (body ?? {}) as { email?: unknown }
  return typeof email === 'string' && email.length <= MAX_EMAIL_LENGTH ? email : undefined
}

async function findUserByPasskey(sql: Sql, body: unknown): Promise<SignInUser | undefined> {
  const { response } = (body ?? {}) as { response?: { id?: unknown } | null }
  const id = response?.id
  if (typeof id !== 'string' || id.length > MAX_CREDENTIAL_ID_LENGTH) return undefined
  const [row] = await sql<{ user_id: Uuid }[]>`select user_id from user_passkeys where credential_id = ${id}`
  return row && findUserById(sql, row.user_id)
}

/** The person whose password was right. better-auth stores the user's id under the name in its signed cookie. */
async function findAwaited(
  { credentials, database, clock }: Services,
  request: FastifyRequest,
): Promise<SignInUser | undefined> {
  const identifier = credentials.signedCookie(request.headers.cookie, 'two_factor')
  if (identifier === undefined) return undefined
  const [row] = await database.read<{ value: string }[]>`
    select value from user_verifications where identifier = ${identifier} and expires_at > ${clock()} limit 1`
  return row && findUserById(database.read, row.value as Uuid)
}
