// A quick check of the books from balances and cards alone. `audit` proves them from every transfer.

import type { Sql } from '../../database/database.ts'
import { type Finding, ok, problem } from './finding.ts'

export async function checkBooks(sql: Sql): Promise<Finding> {
  const faults = [...(await unbalanced(sql)), ...(await brokenChains(sql))]
  if (faults.length === 0) return ok('books', 'the quick check found no fault; audit verifies every entry')
  return problem(
    'books',
    faults.map((row) => row.fault).join('; '),
    'run: npm run cardwright -- audit, and restore a backup if it confirms this',
  )
}

/** Double entry: in every workspace, assets equal liabilities. */
function unbalanced(sql: Sql) {
  return sql<{ fault: string }[]>`
    select format('workspace %s: debits and credits differ by %s cents', w.id, assets - liabilities) as fault
    from workspaces w, lateral (
      select coalesce(sum(overdraft_cents), 0) as overdraft, coalesce(sum(available_cents + held_cents), 0) as funds
      from cards where bucket = w.bucket and workspace_id = w.id) c,
      lateral (select w.owed_cents + w.crypto_clearing_cents + c.overdraft as assets,
        w.wallet_cents + w.issuing_cents + w.deposit_fees_cents + w.network_settlement_cents + c.funds as liabilities) s
    where w.live and assets <> liabilities limit 5`
}

/** Whether each audit log still ends with the entry that was written last. */
function brokenChains(sql: Sql) {
  return sql<{ fault: string }[]>`
    select format('audit log of lineage %s: its last entry is missing or altered', a.lineage_id) as fault
    from audit_chains a left join audit_log l on l.bucket = a.bucket and l.lineage_id = a.lineage_id and l.sequence = a.sequence
    where a.sequence > 0 and l.hash is distinct from a.hash limit 5`
}
