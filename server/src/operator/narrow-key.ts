import { findRoute } from '../accounts/create-account.ts'
import { lockRights, storeRights } from '../accounts/stored-rights.ts'
import { environmentName } from '../accounts/workspace.ts'
import { machineClock } from '../clock.ts'
import type { Tx } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import { narrowedRights } from '../keys/asked-rights.ts'
import { type Command, type Input, withSchema } from './command.ts'
import { OperatorError, UsageError } from './failures.ts'
import { askedRights, refusedByOptions, rightsOptions } from './key-options.ts'
import { recordAct } from './record-act.ts'
import { keyIdOf } from './revoke-key.ts'
import { print } from './table.ts'

export const narrowKey: Command = {
  name: 'keys narrow',
  summary: 'take rights from a key; a running service knows within a second',
  argument: 'ID',
  options: rightsOptions,
  notes: 'Each option says what the key has from now on, and must be within what it has. A wider key is a new key.',
  async run(input) {
    const id = keyIdOf(input.argument)
    const asked = askedRights(input, machineClock())
    if (Object.keys(asked).length === 0)
      throw new UsageError('keys narrow needs to know what the key may do from now on')
    await withSchema(({ database }) => database.transaction((tx) => narrow(tx, id, input)))
    print(`${input.argument} is narrowed.`)
  },
}

async function narrow(tx: Tx, id: Uuid, input: Input): Promise<void> {
  const key = await lockRights(tx, id)
  if (!key) throw new OperatorError(`there is no key ${input.argument} that is in use; keys list shows them`)
  const [owner] = await tx<{ account_id: Uuid; environment: number }[]>`
    select account_id, environment from api_keys where id = ${id}`
  const workspace = (await findRoute(tx, owner!.account_id, environmentName(owner!.environment)))!
  const now = machineClock()
  const rights = await refusedByOptions(narrowedRights(tx, workspace, key, askedRights(input, now), now))
  await storeRights(tx, rights, undefined)
  await recordAct(tx, workspace, { action: 'key.narrow', subject: input.argument, at: now })
}
