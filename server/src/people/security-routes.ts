import { ApiError } from '../errors.ts'
import { read, write } from '../http/route.ts'
import { recordPerson } from './record-person.ts'
import { hasTwoFactor, isTwoFactorRequired, requireTwoFactor } from './required-two-factor.ts'
import { SecurityPolicy } from './shapes/security.ts'

export const getSecurityPolicy = read({
  method: 'GET',
  url: '/account/security',
  operationId: 'getSecurityPolicy',
  tag: 'Dashboard',
  summary: 'What the account asks of everyone who signs in',
  reply: { 200: SecurityPolicy },
  async read({ sql, workspace }): Promise<SecurityPolicy> {
    return { require_two_factor: await isTwoFactorRequired(sql, workspace.accountId) }
  },
})

export const updateSecurityPolicy = write({
  method: 'PATCH',
  url: '/account/security',
  operationId: 'updateSecurityPolicy',
  tag: 'Dashboard',
  access: 'administer',
  freshly: 'always',
  summary: 'Require a second factor of everyone, or no longer',
  description: 'Owners only. Whoever has no second factor yet sets one up before anything else is served to them.',
  body: SecurityPolicy,
  reply: { 200: SecurityPolicy },
  async write({ tx, workspace, body, services, caller }) {
    const { accountId, person } = workspace
    if (person!.role !== 'owner')
      throw new ApiError('forbidden', `Your role, ${person!.role}, does not allow this: only an owner may.`)
    const isRequired = body.require_two_factor
    // An owner without a second factor would be locked out of everything until they set one up, without having tried it.
    if (isRequired && !(await hasTwoFactor(tx, person!.id)))
      throw new ApiError('invalid_state', 'Switch on your own two-factor sign-in first.')
    if (isRequired !== (await isTwoFactorRequired(tx, accountId))) {
      await requireTwoFactor(tx, accountId, isRequired)
      const subject = isRequired ? 'second factor required' : 'second factor optional'
      const act = { actor: person!.id, action: 'account.change-security', subject, caller, at: services.clock() }
      await recordPerson(tx, accountId, act)
    }
    return { status: 200, body }
  },
})
