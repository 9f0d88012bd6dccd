// npm run cardwright -- COMMAND

import { makeAddressPool, trustAddressPool } from './address-pool.ts'
import { readCall } from './arguments.ts'
import { audit } from './audit.ts'
import { backup } from './backup/backup.ts'
import { restore } from './backup/restore.ts'
import { chainsStatus } from './chains-status.ts'
import type { Command } from './command.ts'
import { createAccountCommand } from './create-account.ts'
import { createKey } from './create-key.ts'
import { doctor } from './doctor/doctor.ts'
import { explain, UsageError } from './failures.ts'
import { heldDeposits, releaseDeposit } from './held-deposits.ts'
import { helpOf, helpOfAll } from './help.ts'
import { inviteUser } from './invite-user.ts'
import { listAccountsCommand } from './list-accounts.ts'
import { listKeys } from './list-keys.ts'
import { listUsers } from './list-users.ts'
import { migrateSchema } from './migrate-schema.ts'
import { rescanChain } from './rescan-chain.ts'
import { resetUser } from './reset-user.ts'
import { reverseDepositCommand } from './reverse-deposit.ts'
import { revokeKey } from './revoke-key.ts'
import { rotateKeys } from './rotate-keys.ts'
import { print } from './table.ts'

const commands: readonly Command[] = [
  createKey,
  listKeys,
  revokeKey,
  createAccountCommand,
  listAccountsCommand,
  inviteUser,
  listUsers,
  resetUser,
  migrateSchema,
  audit,
  rotateKeys,
  backup,
  restore,
  makeAddressPool,
  trustAddressPool,
  chainsStatus,
  rescanChain,
  heldDeposits,
  releaseDeposit,
  reverseDepositCommand,
  doctor,
]

// Not left to the event loop: a connection that broke in the middle of a COPY would keep it alive for ever.
process.exit(await main(process.argv.slice(2)))

async function main(args: string[]): Promise<number> {
  try {
    const call = readCall(commands, args)
    if (call.kind === 'run') return (await call.command.run(call.input)) ?? 0
    print(call.command ? helpOf(call.command) : helpOfAll(commands))
    return 0
  } catch (error) {
    process.stderr.write(`cardwright: ${explain(error)}\n`)
    if (!(error instanceof UsageError)) return 1
    process.stderr.write('More: npm run cardwright -- --help\n')
    return 2
  }
}
