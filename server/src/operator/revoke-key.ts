import { CommandError } from '../../../cli/src/framework/failures.ts'
import { revokeApiKey } from '../accounts/api-keys.ts'
import { findRoute } from '../accounts/create-account.ts'
import { environmentName } from '../accounts/environments.ts'
import { machineClock } from '../clock.ts'
import type { Tx } from '../database/database.ts'
import { parseId, type Uuid } from '../ids.ts'
import { type Command, withSchema } from './command.ts'
import { recordAct } from './record-act.ts'
import { shortTime } from './table.ts'

export const revokeKey: Command = {
  name: 'keys revoke',
  summary: 'revoke a key permanently; a running service refuses it within a second',
  args: ['ID'],
  options: {},
  notes:
    'The id begins with key_ and is shown by keys list. A key from CARDWRIGHT_SANDBOX_KEY or CARDWRIGHT_LIVE_KEY stays revoked\nafter the next start.',
  async run(call) {
    const id = keyIdOf(call.args[0]!)
    await withSchema(call, ({ database }) => database.transaction((tx) => revoke(tx, id, call.args[0]!)))
    call.print(`${call.args[0]!} is revoked.`)
  },
}

export function keyIdOf(text: string): Uuid {
  const id = parseId('key', text)
  if (id) return id.uuid
  throw new CommandError(`${safe(text)} is not the id of a key; an id begins with key_ and is shown by keys list`)
}

async function revoke(tx: Tx, id: Uuid, shownId: string): Promise<void> {
  const [key] = await tx<{ account_id: Uuid; environment: number; revoked_at: Date | null }[]>`
    select account_id, environment, revoked_at from api_keys where id = ${id} for update`
  if (!key) throw new CommandError(`there is no key ${shownId}; keys list shows them`)
  if (key.revoked_at) throw new CommandError(`${shownId} was already revoked at ${shortTime(key.revoked_at)}`)
  const now = machineClock()
  await revokeApiKey(tx, id, now)
  const workspace = await findRoute(tx, key.account_id, environmentName(key.environment))
  await recordAct(tx, workspace!, { action: 'key.revoke', subject: shownId, at: now })
}

/** Somebody may paste the key itself, which must not be repeated on the terminal. */
function safe(text: string): string {
  return text.startsWith('sk_') ? 'a key itself' : text
}
