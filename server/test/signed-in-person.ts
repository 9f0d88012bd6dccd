// A person of an account who is signed in. Most tests need one and do not test how a person signs in, so the person and the session
// are written directly. The way through a link takes scrypt twice, a tenth of a second of processor time each, and a run of all
// tests would go it some hundred times. scrypt itself stays what it is in production, also in tests: a setting that makes it
// cheaper could be set in production too. What a link and a password do is tested in test/dashboard (team, first-owner, sign-in,
// password-rules, lock-out).

import { createHmac, randomBytes } from 'node:crypto'
import type { RoleName } from '../src/accounts/roles.ts'
import type { Tx } from '../src/database/database.ts'
import { newRequestId } from '../src/http/http-server.ts'
import { newUuid, publicId, type Uuid } from '../src/ids.ts'
import { sessionCookies } from '../src/people/better-auth.ts'
import { recordPerson } from '../src/people/record-person.ts'
import { createUser, noteSignIn } from '../src/people/users.ts'
import type { TestService } from './harness.ts'

export const PASSWORD = 'correct horse battery staple'
/** What better-auth stores for PASSWORD. Where a person signs in again, this is compared by the real scrypt. */
const PASSWORD_HASH =
  '63617264777269676874207465737420:67c91f14ca2e1b89b7785d1d1f90654a3d853c35b707cc77043cb3a54eb03e53a2bc0f55351ce8bf1e62b44633f08f4b8060af75a3198f4a6ae30c7f33f1aead'

type NewPerson = { accountId: Uuid; role: RoleName; name: string; email: string; userAgent?: string }

/** Writes what an accepted invitation and a sign-in write. Returns the cookie of the session. */
export async function signedInPerson(
  { services, config }: TestService,
  { userAgent, ...person }: NewPerson,
): Promise<{ name: string; value: string }> {
  const now = services.clock()
  const token = randomBytes(24).toString('base64url')
  const { prefix, secret, idleMs } = sessionCookies(config, services.vault)
  await services.database.transaction(async (tx) => {
    const id = await createUser(tx, { ...person, passwordHash: PASSWORD_HASH, now })
    await noteSignIn(tx, id, now)
    await tx`
      insert into user_sessions (id, token, user_id, authenticated_at, expires_at, created_at, updated_at, ip_address, user_agent)
      values (${newUuid()}, ${token}, ${id}, ${now}, ${new Date(now.getTime() + idleMs)}, ${now}, ${now}, '127.0.0.1', ${userAgent ?? null})`
    for (const action of ['user.join', 'user.sign-in']) await record(tx, person.accountId, id, action, now)
  })
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return { name: `${prefix}session_token`, value: encodeURIComponent(`${token}.${signature}`) }
}

function record(tx: Tx, accountId: Uuid, id: Uuid, action: string, at: Date): Promise<void> {
  const caller = { requestId: newRequestId(), ip: '127.0.0.1' }
  return recordPerson(tx, accountId, { actor: id, action, subject: publicId('user', 0, id), caller, at })
}
