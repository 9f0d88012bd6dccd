// Accepts a link: creates a new person of an account, or sets a new password for an existing one.

import { hashPassword } from 'better-auth/crypto'
import type { Tx } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import type { Caller } from '../http/route.ts'
import { publicId, type Uuid } from '../ids.ts'
import type { Services } from '../services.ts'
import { endOpenInvitations, endResets, findLink, type Link, useLink } from './links.ts'
import { clearAttempt, countAttempt } from './lock-out.ts'
import { checkNewPassword, refuseUsedPassword } from './password-rules.ts'
import { recordPerson } from './record-person.ts'
import type { LinkAcceptance } from './shapes/links.ts'
import { countUsers, createUser, endSessions, setPassword } from './users.ts'

/** Returns the e-mail address of the new password. When two requests use one link at once, the second finds it gone. */
export async function acceptLink(
  services: Services,
  acceptance: LinkAcceptance,
  caller: Caller,
): Promise<{ email: string }> {
  const { database, clock } = services
  const now = clock()
  checkNewPassword(acceptance.password, 'password')
  const link = await findLink(database.read, acceptance.token, now)
  if (!link) throw unknownLink()
  const person = link.kind === 'invitation' ? newPerson(link, acceptance) : { name: link.name!, email: link.email! }
  if (link.userId !== null) await refuseUsedByLink(services, link, acceptance.password, caller)
  const passwordHash = await hashPassword(acceptance.password) // takes a tenth of a second, so it is done before the transaction begins
  await database.transaction(async (tx) => {
    if (!(await useLink(tx, acceptance.token, now))) throw unknownLink()
    const act = { passwordHash, now, caller }
    if (link.kind === 'invitation') await join(tx, link, { ...person, ...act })
    else await resetPassword(tx, link, act)
  })
  return { email: person.email }
}

/** A link could be used to find out old passwords, so the attempts are counted. A lock-out of the person does not end the link. */
async function refuseUsedByLink(services: Services, link: Link, password: string, caller: Caller): Promise<void> {
  const attempt = { person: `reset link ${link.userId}`, address: caller.ip, requestId: caller.requestId }
  await countAttempt(services, attempt)
  await refuseUsedPassword(services.database.read, link.userId!, password, 'password')
  await clearAttempt(services, attempt)
}

export function unknownLink(): ApiError {
  return new ApiError('not_found', 'This link is not valid: it was used, has expired, or never was. Ask for a new one.')
}

function newPerson(link: Link, { name, email }: LinkAcceptance): { name: string; email: string } {
  if (name === undefined) throw new ApiError('invalid_request', '"name" is required.', { param: 'name' })
  if (link.email !== null && email !== undefined && email.toLowerCase() !== link.email)
    throw new ApiError('invalid_request', `This invitation is for ${link.email}.`, { param: 'email' })
  const address = link.email ?? email
  if (address === undefined) throw new ApiError('invalid_request', '"email" is required.', { param: 'email' })
  return { name: name.trim(), email: address }
}

type Act = { passwordHash: string; now: Date; caller: Caller }

async function join(tx: Tx, link: Link, person: { name: string; email: string } & Act): Promise<void> {
  const { accountId, role } = link
  if ((await countUsers(tx, accountId)) === 0) await endOpenInvitations(tx, accountId)
  const id = await createUser(tx, { accountId, role, ...person })
  await record(tx, accountId, id, 'user.join', person)
}

async function resetPassword(tx: Tx, { accountId, userId }: Link, act: Act): Promise<void> {
  await setPassword(tx, userId!, act.passwordHash, act.now)
  await endSessions(tx, userId!)
  await endResets(tx, userId!)
  await record(tx, accountId, userId!, 'user.reset-password', act)
}

function record(tx: Tx, accountId: Uuid, userId: Uuid, action: string, { caller, now }: Act): Promise<void> {
  return recordPerson(tx, accountId, {
    actor: userId,
    action,
    subject: publicId('user', 0, userId),
    caller,
    at: now,
  })
}
