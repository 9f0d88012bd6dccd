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
  summary: 'make an API key and show it, once',
  options: {
    live: { kind: 'flag', help: 'a key of the production environment (sk_live_…) instead of the sandbox' },
    name: { kind: 'text', help: 'what the key is for, to know it again in the list' },
    account: { kind: 'text', value: 'ID', help: 'whose key it is; needed when there are several accounts' },
    'read-only': { kind: 'flag', help: 'a key that can read and change nothing' },
    agent: { kind: 'flag', help: 'a key for software that buys by itself; give it a budget, or it moves no money' },
    'all-cards': { kind: 'flag', help: 'an agent key that reaches every card, and not only those made through it' },
    ...rightsOptions,
    ...policyOptions,
    json,
  },
  notes: `An agent key reaches only cards that were made through it, unless --card or --all-cards says otherwise. Without --scope it
has ${agentScopes.join(', ')}.
The scopes are ${scopeNames.join(', ')}.
Without --scope, --read-only means ${readOnlyScopes.join(', ')}.
Rights can be taken from a key later (keys narrow), and never added: docs/guides/scoped-keys.md`,
  async run(call) {
    if (call.flag('read-only') && (call.texts('scope').length > 0 || call.flag('agent')))
      throw new UsageError('--read-only is a choice of scopes by itself: leave out --scope and --agent')
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
  if (!input.flag('agent')) throw new UsageError('--all-cards is for an agent key: any other key reaches every card')
  if (input.flag('own-cards') || input.texts('card').length > 0)
    throw new UsageError('--all-cards means no other bound: leave out --own-cards and --card')
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
