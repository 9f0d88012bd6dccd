import { CommandError } from '../../../cli/src/framework/failures.ts'
import { findRoute } from '../accounts/create-account.ts'
import { machineClock } from '../clock.ts'
import { type Config, publicUrlOf } from '../config/config.ts'
import type { Tx } from '../database/database.ts'
import { publicId } from '../ids.ts'
import { createLink } from '../people/links.ts'
import { findUserByEmail, removeSecondFactor } from '../people/users.ts'
import { type Command, type Input, json, withSchema } from './command.ts'
import { recordAct } from './record-act.ts'

export const resetUser: Command = {
  name: 'users reset-link',
  summary: 'create a link with which a person sets a new password',
  args: ['EMAIL'],
  options: {
    'remove-second-factor': {
      kind: 'flag',
      help: 'also remove the second factor of a person who has lost the device and the backup codes',
    },
    json,
  },
  notes:
    'The link works once, within 24 hours. It is shown only here: no mail is sent. Using it ends all sessions of that person.',
  async run(call) {
    const made = await withSchema(call, ({ config, database }) => database.transaction((tx) => reset(tx, config, call)))
    if (call.flag('json')) return call.printJson(made)
    call.print(`${made.link}\n\nFor ${made.email}, once, within 24 hours.`)
  },
}

async function reset(tx: Tx, config: Config, input: Input) {
  const user = await findUserByEmail(tx, input.args[0]!)
  if (!user) throw new CommandError(`no person has joined as ${input.args[0]!}; users list shows everybody who has`)
  const now = machineClock()
  const { account_id: accountId, id: userId, email } = user
  const { path, expiresAt } = await createLink(tx, { kind: 'password_reset', accountId, userId, now })
  const workspace = (await findRoute(tx, accountId, 'production'))!
  const subject = publicId('user', 0, userId)
  await recordAct(tx, workspace, { action: 'user.make-reset-link', subject, at: now })
  if (input.flag('remove-second-factor')) {
    await removeSecondFactor(tx, userId)
    await recordAct(tx, workspace, { action: 'user.disable-two-factor', subject, at: now })
  }
  return { link: `${publicUrlOf(config)}${path}`, email, expires_at: expiresAt }
}
