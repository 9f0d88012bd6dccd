// Records in the audit log who signed in, what they changed about their own security, and what failed.

import type { FastifyRequest } from 'fastify'
import { MAX_WRONG_CODES } from '../config/rate-limits.ts'
import type { Tx } from '../database/database.ts'
import { publicId, type Uuid } from '../ids.ts'
import type { Services } from '../services.ts'
import type { LibraryAnswer, LibraryRefusal } from './ask-better-auth.ts'
import { recordPerson } from './record-person.ts'
import { CHANGE_PASSWORD, type Endpoint } from './sign-in-endpoints.ts'
import { endTrustedDevices, findUserById, noteSignIn, type SignInUser } from './users.ts'
import type { Visitor } from './visitor.ts'

const SIGN_IN = 'user.sign-in'

export async function recordSuccess(
  services: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
  visitor: Visitor | undefined,
  given: LibraryAnswer,
): Promise<void> {
  const begins = endpoint.signsIn === 'always' || (endpoint.signsIn !== undefined && !visitor?.self)
  const user = begins ? await userOf(services, given) : visitor?.self && visitor.user
  const action = begins ? SIGN_IN : endpoint.action
  if (!user || !action) return
  await record(services, request, user, action, async (tx) => {
    if (action === SIGN_IN) await noteSignIn(tx, user.id, services.clock())
    if (endpoint.path === CHANGE_PASSWORD) await endTrustedDevices(tx, user.id)
  })
}

/** A sign-in that still waits for a code has no user yet. */
async function userOf({ database }: Services, { json }: LibraryAnswer): Promise<SignInUser | undefined> {
  const id: Uuid | undefined = json?.user?.id ?? json?.session?.userId
  return id === undefined ? undefined : findUserById(database.read, id)
}

/** Records wrong passwords, codes and passkeys in the log of the person they were tried for. */
export async function recordRefusal(
  services: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
  { user, self }: Visitor,
  { answer, reason }: LibraryRefusal,
): Promise<void> {
  if (!user || !endpoint.checks || (answer.status !== 401 && reason !== 'INVALID_PASSWORD')) return
  await record(services, request, user, self ? failuresInside[endpoint.checks] : failuresOutside[endpoint.checks])
  if (endpoint.checks === 'code' && !self && (await isLockedNow(services, user)))
    await record(services, request, user, 'user.lock-out')
}

const failuresOutside = { password: 'user.fail-sign-in', passkey: 'user.fail-sign-in', code: 'user.fail-code' } as const
const failuresInside = { ...failuresOutside, password: 'user.fail-password' } as const

/** The library counts wrong codes in a row, and locks the second factor at the last of them. */
async function isLockedNow({ database }: Services, { id }: SignInUser): Promise<boolean> {
  const rows = await database.read`
    select 1 from user_second_factors
    where user_id = ${id} and failed_verification_count = ${MAX_WRONG_CODES} and locked_until is not null`
  return rows.length > 0
}

async function record(
  { database, clock }: Services,
  { id: requestId, ip }: FastifyRequest,
  user: SignInUser,
  action: string,
  besides: (tx: Tx) => Promise<unknown> = async () => {},
): Promise<void> {
  const act = {
    actor: user.id,
    action,
    subject: publicId('user', 0, user.id),
    caller: { requestId, ip },
    at: clock(),
  }
  await database.transaction(async (tx) => {
    await besides(tx)
    await recordPerson(tx, user.account_id, act)
  })
}
