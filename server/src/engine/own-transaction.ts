// Writes that touch neither money nor cards: webhooks, keys, the team, a sandbox reset. Each runs in its own transaction, under
// the same rules for idempotency keys as the batches.

import { workspaceTime } from '../clock.ts'
import type { Database, Tx } from '../database/database.ts'
import type { WorkspaceKey } from '../ids.ts'
import { Changes } from '../ledger/changes.ts'
import { record } from '../ledger/record.ts'
import { workspaces } from '../ledger/tables.ts'
import { WorkspaceReplaced } from '../ledger/workspace-replaced.ts'
import type { Vault } from '../vault/vault.ts'
import type { Answered, Decision, RequestKey } from './operation.ts'
import { type Refusal, refuse } from './refusal.ts'
import { deleteAnswers, findAnswers, openAnswer, StoredAnswers, storeAnswers } from './stored-answers.ts'

export type OwnTransaction = {
  workspace: WorkspaceKey
  key: RequestKey | undefined
  /** Throws when the object that the request names does not exist. Checked before a replay. */
  findSubject(tx: Tx): Promise<unknown>
  /** `workspace` is set when a new workspace replaced the old one, and is the one that the stored answer belongs to. */
  write(context: { tx: Tx; now: Date; changes: Changes }): Promise<{ decision: Decision; workspace?: WorkspaceKey }>
  refuse(refusal: Refusal): Decision
}

type Services = { database: Database; vault: Vault; clock: () => Date }

export async function runOwnTransaction(services: Services, request: OwnTransaction): Promise<Answered> {
  const { database, vault, clock } = services
  const { workspace, key } = request
  let committed = async () => {}
  const answered = await database.transaction(
    async (tx, withCommit): Promise<Answered> => {
      const wall = clock()
      const [[state], before] = await Promise.all([workspaces.find(tx, [workspace]), lookUp(tx, request, wall)])
      if (!state?.live) throw new WorkspaceReplaced()
      if (before) {
        await request.findSubject(tx)
        if (before.isSame) return replay(vault, request, before.row)
        return { ...request.refuse(refuse('idempotency_key_reused')), isReplay: false }
      }
      const changes = new Changes()
      try {
        const written = await request.write({ tx, changes, now: workspaceTime(wall, state.clock_offset_ms) })
        const { decision } = written
        // The refusal may be due to the same request under the same key a moment ago, whose answer must then be repeated.
        const meanwhile = decision.isRefusal ? await lookUp(tx, request, wall) : undefined
        if (meanwhile?.isSame) return replay(vault, request, meanwhile.row)
        withCommit(record(tx, changes))
        if (key && decision.isKept)
          withCommit(storeAnswers(tx, vault, [{ workspace: written.workspace ?? workspace, key, decision, wall }]))
        committed = () => changes.committed()
        return { status: decision.status, text: decision.text, isReplay: false }
      } catch (error) {
        const meanwhile = await lookUp(tx, request, wall).catch(() => undefined)
        if (meanwhile?.isSame) return replay(vault, request, meanwhile.row)
        throw error
      }
    },
    { share: workspace.id },
  )
  await committed()
  return answered
}

async function lookUp(tx: Tx, { workspace, key }: OwnTransaction, wall: Date) {
  if (!key) return undefined
  const answers = new StoredAnswers(await findAnswers(tx, [{ workspace, key }]), wall)
  const row = answers.find(workspace, key)
  if (answers.outdated.length > 0) await deleteAnswers(tx, answers.outdated)
  return row && { row, isSame: row.fingerprint === key.fingerprint }
}

async function replay(
  vault: Vault,
  { workspace, key }: OwnTransaction,
  row: Parameters<typeof openAnswer>[2],
): Promise<Answered> {
  return { ...(await openAnswer(vault, { workspace, key: key! }, row)), isReplay: true }
}
