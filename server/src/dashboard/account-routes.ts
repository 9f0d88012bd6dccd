import { accountNameFault } from '../accounts/account-name.ts'
import type { Sql, Tx } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { read, write } from '../http/route.ts'
import type { Uuid } from '../ids.ts'
import { recordPerson } from '../people/record-person.ts'
import { AccountProfile, AccountProfilePatch } from './shapes/account.ts'

export const getAccount = read({
  method: 'GET',
  url: '/account',
  operationId: 'getAccount',
  tag: 'Dashboard',
  summary: 'The account, and what its new cards carry',
  reply: { 200: AccountProfile },
  read: ({ sql, workspace }) => readProfile(sql, workspace.accountId),
})

export const updateAccount = write({
  method: 'PATCH',
  url: '/account',
  operationId: 'updateAccount',
  tag: 'Dashboard',
  access: 'administer',
  summary: 'Change the account; cards that exist stay as they are',
  body: AccountProfilePatch,
  reply: { 200: AccountProfile },
  check({ body: { name } }) {
    const fault = name === undefined ? undefined : accountNameFault(name)
    if (fault !== undefined) throw new ApiError('invalid_request', `"name" ${fault}.`, { param: 'name' })
  },
  async write({ tx, workspace, body, services, caller }) {
    const { accountId, person } = workspace
    const changed = Object.keys(body)
    const profile = { ...(await readProfile(tx, accountId)), ...body }
    if (changed.length > 0) {
      await storeProfile(tx, accountId, profile)
      const act = { action: 'account.update', subject: changed.join(', '), caller, at: services.clock() }
      await recordPerson(tx, accountId, { actor: person!.id, ...act })
    }
    return { status: 200, body: profile }
  },
})

async function readProfile(sql: Sql, accountId: Uuid): Promise<AccountProfile> {
  const [row] = await sql<AccountProfile[]>`
    select name, holder_name, billing_address from accounts where id = ${accountId}`
  return row!
}

function storeProfile(tx: Tx, accountId: Uuid, profile: AccountProfile) {
  return tx`
    update accounts set name = ${profile.name}, holder_name = ${profile.holder_name},
      billing_address = ${JSON.stringify(profile.billing_address)}::text::jsonb
    where id = ${accountId}`
}
