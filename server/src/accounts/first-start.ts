// A database without an account gets a demo one, whose sandbox wallet already holds a confirmed deposit,
// so that the first card is one request away. Keys given by the environment are ensured at every start.

import type { Config } from '../config.ts'
import type { Database, Tx } from '../database/database.ts'
import { parseCryptoAmount } from '../deposits/currencies.ts'
import { confirmDeposit, detectDeposit } from '../deposits/deposit-life.ts'
import type { Uuid } from '../ids.ts'
import { Changes } from '../ledger/changes.ts'
import { record } from '../ledger/record.ts'
import { lockWorkspaceById } from '../ledger/rows.ts'
import { randomTxHash, sandboxRate } from '../sandbox/simulate-deposit.ts'
import { createApiKey } from './api-keys.ts'
import { createAccount, findRoute, listAccounts } from './create-account.ts'

const FIRST_DEPOSIT_USDT = '25000'

const demo = {
  name: 'Demo',
  holderName: 'Ada Demo',
  billingAddress: { line1: '1 Example Street', city: 'Wilmington', state: 'DE', zip: '19801', country: 'US' },
}

export type FirstStart = { sandboxKey: string }

/** What to show once; undefined when there was an account already. */
export async function ensureFirstAccount(
  database: Database,
  config: Config,
  now: Date,
): Promise<FirstStart | undefined> {
  return database.transaction(async (tx) => {
    await tx`select pg_advisory_xact_lock(727003)`
    const [existing] = await listAccounts(tx)
    const accountId = existing?.id ?? (await createDemoAccount(tx, config, now))
    if (config.liveKey)
      await createApiKey(tx, { accountId, environment: 'production', name: 'First live key', key: config.liveKey, now })
    const given = config.sandboxKey !== undefined && { key: config.sandboxKey }
    if (existing && !given) return undefined
    const { key } = await createApiKey(tx, { accountId, environment: 'sandbox', name: 'First key', ...given, now })
    return existing ? undefined : { sandboxKey: key }
  })
}

async function createDemoAccount(tx: Tx, config: Config, now: Date): Promise<Uuid> {
  const { id } = await createAccount(tx, { ...demo, startsFunded: true, now })
  const workspace = await findRoute(tx, id, 'sandbox')
  await depositFirstFunds(tx, workspace!, config, now)
  return id
}

/** The state in which a sandbox begins, and to which a reset brings it back. */
export async function depositFirstFunds(
  tx: Tx,
  workspace: { bucket: number; id: Uuid },
  config: Config,
  now: Date,
): Promise<void> {
  const changes = new Changes()
  const rate = sandboxRate({ config }, 'usdt')
  const base = parseCryptoAmount('usdt', FIRST_DEPOSIT_USDT)!
  const deposit = await detectDeposit(
    tx,
    changes,
    workspace,
    { currency: 'usdt', base, txHash: randomTxHash('usdt'), outputIndex: 0, ...rate },
    now,
  )
  const [wallet] = await lockWorkspaceById(tx, workspace.bucket, workspace.id)
  await confirmDeposit(tx, changes, wallet!, deposit, rate, now)
  await record(tx, changes)
}
