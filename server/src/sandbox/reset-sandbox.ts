import Type from 'typebox'
import { insertWorkspace, lockRoute } from '../accounts/create-account.ts'
import { Environment } from '../accounts/environments.ts'
import type { Tx } from '../database/database.ts'
import { write } from '../http/route.ts'
import type { Uuid } from '../ids.ts'
import { WorkspaceReplaced } from '../ledger/workspace-replaced.ts'
import { depositFirstFunds } from './first-funds.ts'

export const resetSandbox = write({
  method: 'POST',
  url: '/sandbox/reset',
  operationId: 'resetSandbox',
  scope: 'sandbox:write',
  agents: 'never',
  tag: 'Sandbox',
  access: 'develop',
  summary: 'Reset the sandbox',
  description:
    'Resets cards, transactions, deposits, challenges, events, books and conversion rates to the state of the first start, and the clock to real time. Keys, settings, the audit log and the event sequence stay.',
  sandboxOnly: true,
  reply: { 200: Type.Object({ ok: Type.Literal(true) }) },
  errors: ['sandbox_only'],
  async write({ tx, workspace, changes, services }) {
    await lockRoute(tx, workspace)
    const [old] = await lockForReset(tx, workspace)
    if (!old?.live) throw new WorkspaceReplaced()
    // Wall time, since the clock of the new workspace starts unmoved.
    const now = services.clock()
    const fresh = await insertWorkspace(tx, {
      bucket: workspace.bucket,
      lineageId: old.lineage_id,
      accountId: workspace.accountId,
      environment: 'sandbox',
      startsFunded: old.starts_funded,
      eventSequence: old.event_sequence,
      now,
    })
    await tx`update workspaces set live = false where bucket = ${workspace.bucket} and id = ${workspace.id}`
    await tx`update workspace_routes set workspace_id = ${fresh} where account_id = ${workspace.accountId} and environment = ${Environment.sandbox}`
    await keepThreshold(tx, workspace, fresh)
    if (old.starts_funded) await depositFirstFunds(tx, { bucket: workspace.bucket, id: fresh }, services.config, now)
    changes.onCommit(() => services.credentials.forgetWorkspace(workspace.id))
    return { status: 200, body: { ok: true }, workspace: { ...workspace, id: fresh } }
  },
})

function lockForReset(tx: Tx, { bucket, id }: { bucket: number; id: Uuid }) {
  return tx<{ lineage_id: Uuid; live: boolean; starts_funded: boolean; event_sequence: bigint }[]>`
    select lineage_id, live, starts_funded, event_sequence from workspaces where bucket = ${bucket} and id = ${id} for no key update`
}

/** From which balance on the wallet counts as low is a setting, and settings stay. */
function keepThreshold(tx: Tx, { bucket, id }: { bucket: number; id: Uuid }, fresh: Uuid) {
  return tx`
    update notification_cursors n set low_wallet_cents = o.low_wallet_cents from notification_cursors o
    where n.bucket = ${bucket} and n.workspace_id = ${fresh} and o.bucket = ${bucket} and o.workspace_id = ${id}`
}
