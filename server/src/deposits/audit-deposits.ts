// Proves deposits from the transfers that credited and reversed them, as ledger/audit.ts does the rest of the books.

import { type Check, isAudited } from '../ledger/audit.ts'
import { DepositStatus } from '../ledger/rows.ts'
import { TransferKind } from '../ledger/transfer-kinds.ts'

const deposits: Check = {
  name: 'confirmed deposits, and only those, are credited, once',
  faults: (sql, bucket) => sql`
    with credited as (
      select operation_id, coalesce(sum(amount_cents) filter (where kind = ${TransferKind.deposit}), 0) as amount,
        coalesce(sum(amount_cents) filter (where kind = ${TransferKind.deposit_reversal}), 0) as reversed
      from transfers
      where bucket = ${bucket} and ${isAudited(bucket)} and kind in (${TransferKind.deposit}, ${TransferKind.deposit_reversal})
      group by operation_id)
    select format('deposit %s: status %s, worth %s, its transfers %s, reversed %s', coalesce(d.id, c.operation_id), d.status, d.amount_usd_cents,
      coalesce(c.amount, 0), coalesce(c.reversed, 0)) as fault
    from (select * from deposits where bucket = ${bucket} and ${isAudited(bucket)}) d full join credited c on c.operation_id = d.id
    where d.id is null
      or coalesce(c.amount, 0) <> case when d.status = ${DepositStatus.confirmed} or d.reversed_at is not null then d.amount_usd_cents else 0 end
      or coalesce(c.reversed, 0) <> case when d.reversed_at is not null then d.amount_usd_cents else 0 end
    limit 20`,
}

const deposited: Check = {
  name: 'total deposits of workspaces equal their confirmed deposits',
  faults: (sql, bucket) => sql`
    select format('workspace %s: %s deposited, its deposits say %s', w.id, w.deposited_cents, d.credited) as fault
    from workspaces w, lateral (
      select coalesce(sum(credited_cents), 0) as credited from deposits
      where bucket = w.bucket and workspace_id = w.id and status = ${DepositStatus.confirmed}) d
    where w.bucket = ${bucket} and w.live and w.deposited_cents <> d.credited limit 20`,
}

export const depositChecks: readonly Check[] = [deposits, deposited]
