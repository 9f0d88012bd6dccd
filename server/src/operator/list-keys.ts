import { type KeyRow, listApiKeys } from '../accounts/api-keys.ts'
import { environmentName } from '../accounts/environments.ts'
import { inScopeOrder, scopeNames } from '../accounts/scopes.ts'
import { rightsOf } from '../accounts/stored-rights.ts'
import { publicId } from '../ids.ts'
import { presentPolicy } from '../keys/spend-policy.ts'
import { dollars } from '../money.ts'
import { type Command, json, withSchema } from './command.ts'
import { shortTime, table } from './table.ts'

const HEADINGS = ['ID', 'ENVIRONMENT', 'KEY', 'NAME', 'RIGHTS', 'ACCOUNT', 'CREATED', 'EXPIRES', 'REVOKED']
/** Further scopes are only counted, or a line would be too long for a terminal. */
const MAX_NAMED_SCOPES = 3

export const listKeys: Command = {
  name: 'keys list',
  summary: 'list the API keys, oldest first (the first 1,000)',
  options: { json },
  notes: 'RIGHTS summarizes scopes and limits; --json shows all of them, and when each scope was last used.',
  async run(call) {
    const keys = (await withSchema(call, ({ database }) => listApiKeys(database.read))).map(present)
    if (call.flag('json')) return call.printJson(keys)
    call.print(keys.length === 0 ? 'There is no key yet.' : table(HEADINGS, keys.map(cells)))
  },
}

function present(row: KeyRow) {
  const key = rightsOf(row)
  const bound = key.budget && { amount: dollars(key.budget.amountCents), window: key.budget.window }
  return {
    id: publicId('key', 0, row.id),
    environment: environmentName(row.environment),
    hint: row.hint,
    name: row.name,
    kind: key.kind,
    scopes: inScopeOrder(key.scopes),
    read_only: key.isReadOnly,
    cards: key.cardIds?.size ?? null,
    own_cards: key.ownCards,
    budget: bound,
    ip_allow: row.ip_allow,
    spend_policy: presentPolicy(key.spendPolicy),
    account_id: row.account_id,
    created_at: row.created_at,
    expires_at: row.expires_at,
    last_used_at: row.last_used_at,
    scope_uses: row.scope_uses,
    revoked_at: row.revoked_at,
  }
}
type ShownKey = ReturnType<typeof present>

function cells(key: ShownKey): string[] {
  const form = `sk_${key.environment === 'production' ? 'live' : 'test'}_…${key.hint}`
  return [
    key.id,
    key.environment,
    form,
    key.name,
    rightsInShort(key),
    key.account_id,
    shortTime(key.created_at),
    shortTime(key.expires_at),
    shortTime(key.revoked_at),
  ]
}

function rightsInShort({ kind, own_cards, cards, budget, ip_allow, spend_policy, ...key }: ShownKey): string {
  const auto = spend_policy?.auto_approve
  return [
    ...(kind === 'agent' ? ['agent'] : []),
    scopesInShort(key),
    ...(own_cards ? ['own cards'] : []),
    ...(cards === null ? [] : [`${cards} ${cards === 1 ? 'card' : 'cards'}`]),
    ...(budget ? [`${budget.amount.toFixed(2)}/${budget.window}`] : []),
    ...(auto ? [`alone ${auto.per_request.toFixed(2)}, ${auto.per_day.toFixed(2)}/day`] : []),
    ...(ip_allow ? [`from ${ip_allow.length} ${ip_allow.length === 1 ? 'network' : 'networks'}`] : []),
  ].join(', ')
}

function scopesInShort({ scopes, read_only }: Pick<ShownKey, 'scopes' | 'read_only'>): string {
  if (scopes.length === scopeNames.length) return 'read, write'
  if (scopes.length <= MAX_NAMED_SCOPES) return scopes.join(', ')
  return read_only ? 'read' : `${scopes.length} scopes`
}
