// A database without an account gets a demo account, whose sandbox wallet already holds a confirmed deposit,
// so that the first card is one request away. API keys given by variables are ensured at every start.

import { createApiKey } from '../accounts/api-keys.ts'
import { createAccount, findRoute, listAccounts } from '../accounts/create-account.ts'
import type { Config } from '../config/config.ts'
import type { Database, Tx } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import { createLink } from '../people/links.ts'
import { countUsers } from '../people/users.ts'
import { depositFirstFunds } from '../sandbox/first-funds.ts'

const demo = {
  name: 'Demo',
  holderName: 'Ada Demo',
  billingAddress: { line1: '1 Example Street', city: 'Wilmington', state: 'DE', zip: '19801', country: 'US' },
}

/** `sandboxKey` is set when the account is new. `joinPath`, below the dashboard's address, is set until somebody has joined. */
export type FirstStart = { sandboxKey?: string; joinPath?: string }

/** Returns what to show once, at this start only. */
export async function ensureFirstAccount(database: Database, config: Config, now: Date): Promise<FirstStart> {
  return database.transaction(async (tx) => {
    await tx`select pg_advisory_xact_lock(727003)`
    const [existing] = await listAccounts(tx)
    const accountId = existing?.id ?? (await createDemoAccount(tx, config, now))
    if (config.liveKey)
      await createApiKey(tx, { accountId, environment: 'production', name: 'First live key', key: config.liveKey, now })
    const given = config.sandboxKey !== undefined && { key: config.sandboxKey }
    const invitation = await inviteFirstOwner(tx, config, accountId, now)
    if (existing && !given) return invitation
    const { key } = await createApiKey(tx, { accountId, environment: 'sandbox', name: 'First key', ...given, now })
    return existing ? invitation : { sandboxKey: key, ...invitation }
  })
}

/** A lost link does not matter, since the next start makes another one. All of them end when one of them is used. */
async function inviteFirstOwner(tx: Tx, { role }: Config, accountId: Uuid, now: Date): Promise<{ joinPath?: string }> {
  if (role === 'worker' || (await countUsers(tx, accountId)) > 0) return {}
  const { path } = await createLink(tx, { kind: 'invitation', role: 'owner', accountId, now })
  return { joinPath: path }
}

async function createDemoAccount(tx: Tx, config: Config, now: Date): Promise<Uuid> {
  const { id } = await createAccount(tx, { ...demo, startsFunded: true, now })
  const workspace = await findRoute(tx, id, 'sandbox')
  await depositFirstFunds(tx, workspace!, config, now)
  return id
}
