import { CommandError, UsageError } from '../../../cli/src/framework/failures.ts'
import { findRoute } from '../accounts/create-account.ts'
import { environmentName } from '../accounts/environments.ts'
import { lockRights, storeRights } from '../accounts/stored-rights.ts'
import { machineClock } from '../clock.ts'
import type { Tx } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import { type AskedRights, narrowedRights } from '../keys/asked-rights.ts'
import { type Command, type Input, withSchema } from './command.ts'
import { askedPolicy, askedRights, policyOptions, refusedByOptions, rightsOptions } from './key-options.ts'
import { recordAct } from './record-act.ts'
import { keyIdOf } from './revoke-key.ts'

export const narrowKey: Command = {
  name: 'keys narrow',
  summary: 'remove rights from a key; a running service applies this within a second',
  args: ['ID'],
  options: { ...rightsOptions, ...policyOptions },
  notes:
    'Each option sets what the key has from now on, which must be within what it has today. For more rights, create a new key.',
  async run(call) {
    const id = keyIdOf(call.args[0]!)
    const asked = narrowingOf(call)
    if (Object.keys(asked).length === 0)
      throw new UsageError('keys narrow needs at least one option that removes rights')
    await withSchema(call, ({ database }) => database.transaction((tx) => narrow(tx, id, call.args[0]!, asked)))
    call.print(`${call.args[0]!} is narrowed.`)
  },
}

function narrowingOf(input: Input): AskedRights {
  return { ...askedRights(input, machineClock()), ...askedPolicy(input) }
}

async function narrow(tx: Tx, id: Uuid, shownId: string, asked: AskedRights): Promise<void> {
  const key = await lockRights(tx, id)
  if (!key) throw new CommandError(`there is no key ${shownId} that is in use; keys list shows them`)
  const [owner] = await tx<{ account_id: Uuid; environment: number }[]>`
    select account_id, environment from api_keys where id = ${id}`
  const workspace = (await findRoute(tx, owner!.account_id, environmentName(owner!.environment)))!
  const now = machineClock()
  const rights = await refusedByOptions(narrowedRights(tx, workspace, key, asked, now))
  await storeRights(tx, rights, undefined)
  await recordAct(tx, workspace, { action: 'key.narrow', subject: shownId, at: now })
}
