import Type from 'typebox'
import { findRoute } from '../accounts/create-account.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { clearOwnerOfAll } from '../cards/card-owners.ts'
import { publicUrlOf } from '../config/config.ts'
import type { Tx } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { type Caller, read, write } from '../http/route.ts'
import { Removed } from '../http/shapes.ts'
import type { Services } from '../services.ts'
import { createLink } from './links.ts'
import { type LinkMail, mailLink } from './mail-link.ts'
import { recordPerson } from './record-person.ts'
import {
  type Invitation,
  MadeInvitation,
  NewInvitation,
  ResetLink,
  RoleChange,
  Team,
  TeamMember,
} from './shapes/team.ts'
import {
  changeRole,
  findMember,
  listInvitations,
  listMembers,
  lockTeam,
  refuseLastOwner,
  refuseOwners,
  removeInvitation,
  removeInvitationsOf,
  removeMember,
} from './team.ts'
import { findUserByEmail } from './users.ts'

const environmentNames = ['sandbox', 'production'] as const
const MAX_INVITATIONS = 100

const common = { tag: 'Dashboard', access: 'administer' } as const
const change = { ...common, freshly: 'always' } as const
const MemberParams = Type.Object({ id: Type.String() })

export const listTeam = read({
  ...common,
  method: 'GET',
  url: '/team',
  operationId: 'listTeam',
  summary: 'The people of the account, and open invitations',
  reply: { 200: Team },
  async read({ sql, workspace: { accountId }, services }): Promise<Team> {
    return {
      data: await listMembers(sql, accountId),
      invitations: await listInvitations(sql, accountId, services.clock()),
    }
  },
})

export const invite = write({
  ...change,
  method: 'POST',
  url: '/team/invitations',
  operationId: 'invite',
  summary: 'Invite somebody by a link, which is shown once, and mailed where the service sends mail',
  body: NewInvitation,
  reply: { 201: MadeInvitation },
  secretAnswer: true,
  async write({ tx, workspace, body: { email, role }, services, caller }) {
    const { accountId, person } = workspace
    refuseOwners(person!, [role])
    await lockTeam(tx, accountId)
    if ((await findUserByEmail(tx, email))?.account_id === accountId)
      throw new ApiError('invalid_state', 'Somebody with this e-mail address is in the team already.', {
        param: 'email',
      })
    const now = services.clock()
    const before = await listInvitations(tx, accountId, now)
    const replaced = before.find((each) => each.email === email.toLowerCase())
    if (replaced) refuseOwners(person!, [replaced.role])
    if (before.length >= MAX_INVITATIONS)
      throw new ApiError('invalid_state', `There are ${MAX_INVITATIONS} invitations already; take one back first.`)
    await removeInvitationsOf(tx, accountId, email)
    const made = await createLink(tx, { kind: 'invitation', accountId, role, email, createdBy: person!.id, now })
    await record(tx, workspace, 'user.invite', `${email.toLowerCase()} as ${role}`, caller, now)
    const shown = (await listInvitations(tx, accountId, now)).find(({ id }) => id === made.id)!
    const link = `${publicUrlOf(services.config)}${made.path}`
    const recipient = email.toLowerCase()
    const mailing = await mail(tx, workspace, services, caller, {
      kind: 'invitation',
      recipient,
      userId: null,
      link,
      at: now,
    })
    const body: MadeInvitation = { ...shown, link, ...mailing }
    return { status: 201, body }
  },
})

export const takeBackInvitation = write({
  ...change,
  method: 'DELETE',
  url: '/team/invitations/:id',
  operationId: 'takeBackInvitation',
  summary: 'Make an invitation useless',
  params: MemberParams,
  reply: { 200: Removed },
  async write({ tx, workspace, params, services, caller }) {
    const { accountId, person } = workspace
    const now = services.clock()
    const found = (await listInvitations(tx, accountId, now)).find(({ id }) => id === params.id)
    if (!found) throw new ApiError('not_found', 'No such invitation.')
    refuseOwners(person!, [found.role])
    await removeInvitation(tx, accountId, found.id)
    await record(tx, workspace, 'user.uninvite', subjectOf(found), caller, now)
    const body: Removed = { id: found.id, deleted: true }
    return { status: 200, body }
  },
})

function subjectOf({ email, role }: Invitation): string {
  return `${email ?? 'anybody'} as ${role}`
}

export const changeMember = write({
  ...change,
  method: 'PATCH',
  url: '/team/:id',
  operationId: 'changeMember',
  summary: 'Give somebody another role',
  params: MemberParams,
  body: RoleChange,
  reply: { 200: TeamMember },
  async write({ tx, workspace, params, body: { role }, services, caller }) {
    const { accountId, person } = workspace
    await lockTeam(tx, accountId)
    const member = await findMember(tx, accountId, params.id)
    refuseOwners(person!, [member.role, role])
    if (member.role !== role) {
      await refuseLastOwner(tx, accountId, member)
      const now = services.clock()
      await changeRole(tx, accountId, member, role, now)
      await record(tx, workspace, 'user.change-role', `${member.id} from ${member.role} to ${role}`, caller, now)
    }
    const { uuid, ...shown } = await findMember(tx, accountId, params.id)
    return { status: 200, body: shown }
  },
})

export const removeFromTeam = write({
  ...change,
  method: 'DELETE',
  url: '/team/:id',
  operationId: 'removeFromTeam',
  summary: 'Remove somebody, and end their sessions',
  params: MemberParams,
  reply: { 200: Removed },
  async write({ tx, workspace, params, services, caller }) {
    const { accountId, person } = workspace
    await lockTeam(tx, accountId)
    const member = await findMember(tx, accountId, params.id)
    refuseOwners(person!, [member.role])
    await refuseLastOwner(tx, accountId, member)
    await removeMember(tx, accountId, member)
    for (const environment of environmentNames) {
      const place = await findRoute(tx, accountId, environment)
      if (place) await clearOwnerOfAll(tx, place, member.uuid)
    }
    await record(tx, workspace, 'user.remove', `${member.id} ${member.email}`, caller, services.clock())
    const body: Removed = { id: member.id, deleted: true }
    return { status: 200, body }
  },
})

export const makeResetLink = write({
  ...change,
  method: 'POST',
  url: '/team/:id/reset-link',
  operationId: 'makeResetLink',
  summary: 'A link by which somebody sets a new password, shown once, and mailed where the service sends mail',
  params: MemberParams,
  reply: { 200: ResetLink },
  secretAnswer: true,
  async write({ tx, workspace, params, services, caller }) {
    const { accountId, person } = workspace
    await lockTeam(tx, accountId)
    const member = await findMember(tx, accountId, params.id)
    refuseOwners(person!, [member.role])
    if (member.uuid === person!.id)
      throw new ApiError(
        'forbidden',
        'A reset link is for others: it needs no password. Change your own under Security.',
      )
    const now = services.clock()
    const reset = { kind: 'password_reset', accountId, userId: member.uuid, createdBy: person!.id, now } as const
    const { path, expiresAt } = await createLink(tx, reset)
    await record(tx, workspace, 'user.make-reset-link', member.id, caller, now)
    const link = `${publicUrlOf(services.config)}${path}`
    const { email: recipient, uuid: userId } = member
    const mailing = await mail(tx, workspace, services, caller, {
      kind: 'password_reset',
      recipient,
      userId,
      link,
      at: now,
    })
    const body: ResetLink = { link, expires_at: expiresAt.toISOString(), ...mailing }
    return { status: 200, body }
  },
})

/** A mail that is not sent because of a limit is recorded, so that a flood is seen. */
async function mail(tx: Tx, workspace: Workspace, services: Services, caller: Caller, link: LinkMail) {
  const mailing = await mailLink(tx, services, workspace.accountId, link)
  if (mailing === 'limited') await record(tx, workspace, 'user.limit-mail', link.recipient, caller, link.at)
  return { is_mailed: mailing === 'queued', is_mail_limited: mailing === 'limited' }
}

function record(
  tx: Tx,
  workspace: Workspace,
  action: string,
  subject: string,
  caller: Caller,
  at: Date,
): Promise<void> {
  return recordPerson(tx, workspace.accountId, { actor: workspace.person!.id, action, subject, caller, at })
}
