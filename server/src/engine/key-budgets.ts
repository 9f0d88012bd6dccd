// Reads what keys have used of their budgets. It is read and written under the lock of the wallet.

import { bulk, smallint, uuid } from '../database/bulk.ts'
import type { Sql } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import type { KeyBudgetRow } from '../ledger/key-rows.ts'
import type { Step } from './operation.ts'

type Asked = { keyId: Uuid; bucket: number; workspaceId: Uuid }

const selectByKey = bulk<Asked, KeyBudgetRow>(
  {
    key_id: uuid((row) => row.keyId),
    bucket: smallint((row) => row.bucket),
    workspace_id: uuid((row) => row.workspaceId),
  },
  ({ rows, value, inBucket }) => `
    select b.key_id, b.bucket, b.workspace_id, b.time_window, b.period, b.used_cents, b.counted_since, b.automatic_day, b.automatic_cents from ${rows} join key_budgets b
      on ${inBucket('b')} and b.workspace_id = ${value('workspace_id')} and b.key_id = r.key_id`,
  (row) => ({
    key_id: row.uuid()!,
    bucket: row.int16()!,
    workspace_id: row.uuid()!,
    time_window: row.int16()!,
    period: row.int32()!,
    used_cents: row.int64()!,
    counted_since: row.time(),
    automatic_day: row.int32()!,
    automatic_cents: row.int64()!,
  }),
)

export async function selectBudgets(sql: Sql, steps: readonly Pick<Step<unknown>, 'workspace' | 'needs'>[]) {
  const asked = steps.flatMap(({ workspace, needs: { budgetOf } }) =>
    budgetOf ? [{ keyId: budgetOf, bucket: workspace.bucket, workspaceId: workspace.id }] : [],
  )
  return asked.length > 0 ? selectByKey(sql, asked) : []
}
