import { createApiKey } from '../accounts/api-keys.ts'
import { findRoute } from '../accounts/create-account.ts'
import { machineClock } from '../clock.ts'
import type { Tx } from '../database/database.ts'
import { type Command, type Input, json, withSchema } from './command.ts'
import { findAccount } from './find-account.ts'
import { recordAct } from './record-act.ts'
import { print, printJson } from './table.ts'

export const createKey: Command = {
  name: 'keys create',
  summary: 'make an API key and show it, once',
  options: {
    live: { type: 'boolean', help: 'a key of the production environment (sk_live_…) instead of the sandbox' },
    name: { type: 'string', help: 'what the key is for, to know it again in the list' },
    account: { type: 'string', value: 'ID', help: 'whose key it is; needed when there are several accounts' },
    'read-only': { type: 'boolean', help: 'a key that can read and change nothing' },
    json,
  },
  async run(input) {
    const made = await withSchema(({ database }) => database.transaction((tx) => makeKey(tx, input)))
    if (input.flag('json')) return void printJson(made)
    print(`${made.key}\n\nThis is the only time the key is shown: only a hash of it is stored.
Id ${made.id}, ${made.environment}${made.read_only ? ', read only' : ''}, account ${made.account.name} (${made.account.id})`)
  },
}

async function makeKey(tx: Tx, input: Input) {
  const account = await findAccount(tx, input.text('account'))
  const environment = input.flag('live') ? 'production' : 'sandbox'
  const name = input.text('name') ?? (environment === 'production' ? 'Live key' : 'Sandbox key')
  const readOnly = input.flag('read-only')
  const now = machineClock()
  const { id, key } = await createApiKey(tx, { accountId: account.id, environment, name, readOnly, now })
  await recordAct(tx, (await findRoute(tx, account.id, environment))!, { action: 'key.create', subject: id, at: now })
  return { id, key, environment, name, read_only: readOnly, account: { id: account.id, name: account.name } }
}
