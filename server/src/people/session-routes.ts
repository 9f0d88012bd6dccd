import { accessOf } from '../accounts/roles.ts'
import { markAuthenticated } from '../accounts/user-sessions.ts'
import type { Person } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { sessionEnded } from '../http/authenticate.ts'
import { freshUntil, isFresh } from '../http/check-person.ts'
import { read } from '../http/route.ts'
import { publicId, type Uuid } from '../ids.ts'
import type { Services } from '../services.ts'
import { clearAttempt, countAttempt } from './lock-out.ts'
import { isRightCode, isRightPassword } from './proofs.ts'
import { recordPerson } from './record-person.ts'
import { DashboardSession, Reauthenticated, Reauthentication } from './shapes/session.ts'

export const getSession = read({
  method: 'GET',
  url: '/session',
  operationId: 'getDashboardSession',
  tag: 'Dashboard',
  summary: 'Who is signed in, and what they may do',
  anyEnvironment: true,
  whileEnrolling: true,
  reply: { 200: DashboardSession },
  async read({ sql, workspace, services }): Promise<DashboardSession> {
    const person = workspace.person!
    const [row] = await readPerson(sql, person.id)
    if (!row) throw sessionEnded()
    return {
      session_id: person.sessionId,
      user: {
        id: workspace.actor,
        name: row.name,
        email: row.email,
        role: person.role,
        two_factor_enabled: row.two_factor_enabled,
        passkeys: row.passkeys,
      },
      account: { id: workspace.accountId, name: row.account_name },
      two_factor_setup_required: person.mustEnrol,
      two_factor_required: row.require_two_factor,
      idle_minutes: services.credentials.sessionIdleMs / 60_000,
      reauthenticated_until: isFresh(services, person) ? freshUntil(person).toISOString() : null,
      access: {
        sandbox: [...accessOf(person.role, 'sandbox')],
        production: [...accessOf(person.role, 'production')],
      },
    }
  },
})

type PersonRow = {
  name: string
  email: string
  two_factor_enabled: boolean
  passkeys: number
  account_name: string
  require_two_factor: boolean
}

function readPerson(sql: Sql, userId: Uuid) {
  return sql<PersonRow[]>`
    select u.name, u.email, u.two_factor_enabled, a.name as account_name, a.require_two_factor,
      (select count(*)::integer from user_passkeys p where p.user_id = u.id) as passkeys
    from users u join accounts a on a.id = u.account_id where u.id = ${userId}`
}

/** Defined as a read, so that nothing is stored under an idempotency key: a replay would prove nothing. */
export const reauthenticate = read({
  method: 'POST',
  url: '/session/reauthenticate',
  operationId: 'reauthenticate',
  tag: 'Dashboard',
  summary: 'Prove again who you are',
  access: 'view',
  whileEnrolling: true,
  body: Reauthentication,
  reply: { 200: Reauthenticated },
  check({ body }) {
    if ((body.password === undefined) === (body.code === undefined))
      throw new ApiError('invalid_request', 'Give either "password" or "code".', { param: 'password' })
  },
  async read({ sql, workspace, body, services, caller }): Promise<Reauthenticated> {
    const person = workspace.person!
    const [row] = await readPerson(sql, person.id)
    if (!row) throw sessionEnded()
    const attempt = { person: row.email, address: caller.ip, requestId: caller.requestId }
    await countAttempt(services, attempt)
    const isRight = await isProved(services.database.write, services, person, body)
    const now = services.clock()
    const action = isRight ? 'user.reauthenticate' : 'user.fail-reauthenticate'
    const act = { actor: person.id, action, subject: publicId('user', 0, person.id), caller, at: now }
    await services.database.transaction(async (tx) => {
      if (isRight) await markAuthenticated(tx, person.sessionId, now)
      await recordPerson(tx, workspace.accountId, act)
    })
    if (!isRight) throw new ApiError('unauthorized', 'That is not right.')
    await clearAttempt(services, attempt)
    return { reauthenticated_until: freshUntil({ ...person, authenticatedAt: now }).toISOString() }
  },
})

function isProved(
  sql: Sql,
  services: Services,
  { id }: Person,
  { password, code }: Reauthentication,
): Promise<boolean> {
  return password === undefined ? isRightCode(sql, services, id, code!) : isRightPassword(sql, id, password)
}
