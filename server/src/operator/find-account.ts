import { CommandError } from '../../../cli/src/framework/failures.ts'
import { listAccounts } from '../accounts/create-account.ts'
import type { Tx } from '../database/database.ts'
import type { Uuid } from '../ids.ts'

/** The account that `--account` names, or the only account when there is just one. */
export async function findAccount(tx: Tx, wanted: string | undefined): Promise<{ id: Uuid; name: string }> {
  const accounts = await listAccounts(tx)
  if (accounts.length === 0) throw new CommandError('there is no account yet; create one with: accounts create')
  if (wanted === undefined && accounts.length > 1) {
    throw new CommandError(
      `there are ${accounts.length} accounts; choose one with --account ID (accounts list shows them)`,
    )
  }
  const found = wanted === undefined ? accounts[0] : accounts.find((account) => account.id === wanted.toLowerCase())
  if (!found) throw new CommandError(`there is no account ${wanted}; accounts list shows them`)
  return found
}
