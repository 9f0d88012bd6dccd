import { CommandError } from '../../../cli/src/framework/failures.ts'
import { findRoute } from '../accounts/create-account.ts'
import { type RoleName, roleNames } from '../accounts/roles.ts'
import { machineClock } from '../clock.ts'
import { type Config, publicUrlOf } from '../config/config.ts'
import type { Tx } from '../database/database.ts'
import { isEmailAddress } from '../people/email-address.ts'
import { createLink } from '../people/links.ts'
import { removeInvitationsOf } from '../people/team.ts'
import { findUserByEmail } from '../people/users.ts'
import { type Command, type Input, json, withSchema } from './command.ts'
import { findAccount } from './find-account.ts'
import { recordAct } from './record-act.ts'

export const inviteUser: Command = {
  name: 'users invite',
  summary: 'create a link with which a person joins the dashboard',
  args: ['EMAIL'],
  options: {
    role: { kind: 'text', value: 'ROLE', help: `${roleNames.join(', ')}`, required: true },
    account: { kind: 'text', value: 'ID', help: 'the account that the person joins; required if there are several' },
    json,
  },
  notes: 'The link works once, within seven days. It is shown only here: no mail is sent.',
  async run(call) {
    const made = await withSchema(call, ({ config, database }) =>
      database.transaction((tx) => invite(tx, config, call)),
    )
    if (call.flag('json')) return call.printJson(made)
    call.print(
      `${made.link}\n\nFor ${made.email}, once, within seven days. They join ${made.account.name} as ${made.role}.`,
    )
  },
}

async function invite(tx: Tx, config: Config, input: Input) {
  const email = input.args[0]!.toLowerCase()
  const role = roleNamed(input.text('role')!)
  if (!isEmailAddress(email)) throw new CommandError(`${input.args[0]!} is not an e-mail address`)
  if (await findUserByEmail(tx, email)) throw new CommandError(`${email} has joined already; users list shows them`)
  const account = await findAccount(tx, input.text('account'))
  const now = machineClock()
  await removeInvitationsOf(tx, account.id, email)
  const { path, expiresAt } = await createLink(tx, { kind: 'invitation', accountId: account.id, role, email, now })
  const workspace = await findRoute(tx, account.id, 'production')
  await recordAct(tx, workspace!, { action: 'user.invite', subject: `${email} as ${role}`, at: now })
  return {
    link: `${publicUrlOf(config)}${path}`,
    email,
    role,
    account: { id: account.id, name: account.name },
    expires_at: expiresAt,
  }
}

function roleNamed(text: string): RoleName {
  const role = roleNames.find((name) => name === text)
  if (!role) throw new CommandError(`--role must be one of: ${roleNames.join(', ')}`)
  return role
}
