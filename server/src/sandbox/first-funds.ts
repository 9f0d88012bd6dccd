import type { Config } from '../config/config.ts'
import { parseCryptoAmount } from '../currencies/currencies.ts'
import type { Tx } from '../database/database.ts'
import { confirmDeposit, detectDeposit } from '../deposits/deposit-life.ts'
import type { Uuid } from '../ids.ts'
import { Changes } from '../ledger/changes.ts'
import { record } from '../ledger/record.ts'
import { lockWorkspaceById } from '../ledger/tables.ts'
import { randomTxHash, sandboxRate } from './simulate-deposit.ts'

const FIRST_DEPOSIT_USDT = '25000'

/** Makes the first deposit of a sandbox, at its creation and after a reset. */
export async function depositFirstFunds(
  tx: Tx,
  workspace: { bucket: number; id: Uuid },
  config: Config,
  now: Date,
): Promise<void> {
  const changes = new Changes()
  const rate = sandboxRate({ config }, 'usdt')
  const base = parseCryptoAmount('usdt', FIRST_DEPOSIT_USDT)!
  const deposit = detectDeposit(
    changes,
    workspace,
    { ...rate, currency: 'usdt', base, txHash: randomTxHash('usdt'), outputIndex: 0, confirmations: 0 },
    now,
  )
  const [wallet] = await lockWorkspaceById(tx, workspace.bucket, workspace.id)
  confirmDeposit(changes, wallet!, deposit, rate, now)
  await record(tx, changes)
}
