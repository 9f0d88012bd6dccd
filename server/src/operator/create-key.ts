import { UsageError } from '../../../cli/src/framework/failures.ts'
import { createApiKey } from '../accounts/api-keys.ts'
import { findRoute } from '../accounts/create-account.ts'
import { agentScopes, readOnlyScopes, scopeNames } from '../accounts/scopes.ts'
import { machineClock } from '../clock.ts'
import type { Tx } from '../database/database.ts'
import { readRights } from '../keys/asked-rights.ts'
import { type Command, type Input, json, withSchema } from './command.ts'
import { findAccount } from './find-account.ts'
import { askedPolicy, askedRights, policyOptions, refusedByOptions, rightsOptions } from './key-options.ts'
import { recordAct } from './record-act.ts'

export const createKey: Command = {
  name: 'keys create',
  summary: 'create an API key and show it once',
  options: {
    live: { kind: 'flag', help: 'create a production key (sk_live_…) instead of a sandbox key' },
    name: { kind: 'text', help: 'the name of the key in lists' },
    account: { kind: 'text', value: 'ID', help: 'the account of the key; required if there are several accounts' },
    'read-only': { kind: 'flag', help: 'create a key that can only read' },
    agent: {
      kind: 'flag',
      help: 'create a key for software that buys on its own; without a budget it cannot move money',
    },
    'all-cards': { kind: 'flag', help: 'let an agent key use every card, not only cards that were created with it' },
    ...rightsOptions,
    ...policyOptions,
    json,
  },
  notes: `An agent key can use only cards that were created with it, unless you give --card or --all-cards. Without --scope it
has ${agentScopes.join(', ')}.
The scopes are ${scopeNames.join(', ')}.
Without --scope, --read-only means ${readOnlyScopes.join(', ')}.
Rights can be removed from a key later (keys narrow), but never added: docs/guides/scoped-keys.md`,
  async run(call) {
    if (call.flag('read-only') && (call.texts('scope').length > 0 || call.flag('agent')))
      throw new UsageError('--read-only cannot be combined with --scope or --agent')
    refuseAllCards(call)
    const made = await withSchema(call, ({ database }) => database.transaction((tx) => makeKey(tx, call)))
    if (call.flag('json')) return call.printJson(made)
    const kind =
      made.kind === 'agent' ? `, agent${made.own_cards ? ', its own cards' : ''}` : made.read_only ? ', read only' : ''
    call.print(`${made.key}\n\nThis is the only time the key is shown: only a hash of it is stored.
Id ${made.id}, ${made.environment}${kind}, account ${made.account.name} (${made.account.id})`)
  },
}

function refuseAllCards(input: Input): void {
  if (!input.flag('all-cards')) return
  if (!input.flag('agent')) throw new UsageError('--all-cards is only for --agent: any other key can use every card')
  if (input.flag('own-cards') || input.texts('card').length > 0)
    throw new UsageError('--all-cards cannot be combined with --own-cards or --card')
}

async function makeKey(tx: Tx, input: Input) {
  const account = await findAccount(tx, input.text('account'))
  const environment = input.flag('live') ? 'production' : 'sandbox'
  const name = input.text('name') ?? (environment === 'production' ? 'Live key' : 'Sandbox key')
  const kind = input.flag('agent') ? 'agent' : 'standard'
  const isReadOnly = input.flag('read-only')
  const now = machineClock()
  const workspace = (await findRoute(tx, account.id, environment))!
  const rights = await refusedByOptions(
    readRights(
      tx,
      workspace,
      { ...askedRights(input, now, kind), ...(input.flag('all-cards') && { own_cards: false }), ...askedPolicy(input) },
      now,
    ),
  )
  const readOnly = isReadOnly || (rights.scopes?.every((scope) => readOnlyScopes.includes(scope)) ?? false)
  const { id, key } = await createApiKey(tx, { accountId: account.id, environment, name, readOnly, rights, now })
  await recordAct(tx, workspace, { action: 'key.create', subject: id, at: now })
  const scopes = rights.scopes ?? (isReadOnly ? readOnlyScopes : scopeNames)
  return {
    id,
    key,
    environment,
    name,
    kind,
    scopes,
    own_cards: rights.ownCards === true,
    read_only: readOnly,
    account: { id: account.id, name: account.name },
  }
}
