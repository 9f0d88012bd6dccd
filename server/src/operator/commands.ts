// Every command, in the order of the help.

import { makeAddressPool, trustAddressPool } from './address-pool.ts'
import { audit } from './audit.ts'
import { auditHeads } from './audit-heads.ts'
import { backup } from './backup/backup.ts'
import { restore } from './backup/restore.ts'
import { chainsStatus } from './chains-status.ts'
import type { Command } from './command.ts'
import { createAccountCommand } from './create-account.ts'
import { createKey } from './create-key.ts'
import { distribute } from './database/distribute.ts'
import { moveBucket } from './database/move-bucket.ts'
import { shards } from './database/shards.ts'
import { doctor } from './doctor/doctor.ts'
import { heldDeposits, releaseDeposit } from './held-deposits.ts'
import { inviteUser } from './invite-user.ts'
import { listAccountsCommand } from './list-accounts.ts'
import { listKeys } from './list-keys.ts'
import { listUsers } from './list-users.ts'
import { migrateSchema } from './migrate-schema.ts'
import { narrowKey } from './narrow-key.ts'
import { describeMessageCommand } from './network/describe-message.ts'
import { checkProcessor } from './processors/check-processor.ts'
import { connectProcessor } from './processors/connect-processor.ts'
import { listProcessors } from './processors/list-processors.ts'
import { reconcileProcessor } from './processors/reconcile-processor.ts'
import { syncProcessor } from './processors/sync-processor.ts'
import { rescanChain } from './rescan-chain.ts'
import { resetUser } from './reset-user.ts'
import { reverseDepositCommand } from './reverse-deposit.ts'
import { revokeKey } from './revoke-key.ts'
import { rotateKeys } from './rotate-keys.ts'
import { upgrade } from './upgrade/upgrade.ts'

export const commands: readonly Command[] = [
  createKey,
  listKeys,
  narrowKey,
  revokeKey,
  createAccountCommand,
  listAccountsCommand,
  inviteUser,
  listUsers,
  resetUser,
  migrateSchema,
  upgrade,
  distribute,
  shards,
  moveBucket,
  audit,
  auditHeads,
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
  listProcessors,
  connectProcessor,
  checkProcessor,
  syncProcessor,
  reconcileProcessor,
  describeMessageCommand,
  doctor,
]
