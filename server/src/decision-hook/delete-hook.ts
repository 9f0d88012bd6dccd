import Type from 'typebox'
import { appendAudit } from '../accounts/audit-log.ts'
import { write } from '../http/route.ts'
import { publicId } from '../ids.ts'
import { findHook, lockForHook } from './hook.ts'

export const deleteDecisionHook = write({
  method: 'DELETE',
  url: '/decision-hook',
  operationId: 'deleteDecisionHook',
  scope: 'rules:write',
  agents: 'never',
  tag: 'Decision hook',
  access: 'operate', // what it would have declined is approved from now on
  freshly: 'always',
  summary: 'Delete the decision hook',
  description:
    'Deletes the hook. Authorizations are decided without it from now on. Its earlier answers stay in the list of attempts.',
  reply: { 200: Type.Object({ id: Type.String(), deleted: Type.Literal(true) }) },
  errors: ['decision_hook_not_found'],
  async write({ tx, workspace, services, caller }) {
    await lockForHook(tx, workspace)
    const hook = await findHook(tx, workspace)
    await tx`delete from decision_hooks where bucket = ${hook.bucket} and workspace_id = ${hook.workspace_id}`
    const subject = publicId('decision_hook', hook.bucket, hook.id)
    await appendAudit(tx, workspace, { action: 'decision-hook.delete', subject, caller, at: services.clock() })
    return { status: 200, body: { id: subject, deleted: true } }
  },
})
