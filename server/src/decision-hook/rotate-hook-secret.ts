import Type from 'typebox'
import { appendAudit } from '../accounts/audit-log.ts'
import { write } from '../http/route.ts'
import { Strict } from '../http/schemas.ts'
import { publicId } from '../ids.ts'
import { newSecret, PREVIOUS_SECRET_MS, sealSecret } from '../outbound/secrets.ts'
import { Secret } from '../webhooks/webhook.ts'
import { DecisionHookWithSecret, findHook, lockForHook, presentHook } from './hook.ts'

export const rotateDecisionHookSecret = write({
  method: 'POST',
  url: '/decision-hook/rotate-secret',
  operationId: 'rotateDecisionHookSecret',
  scope: 'rules:write',
  agents: 'never',
  tag: 'Decision hook',
  access: 'operate',
  freshly: 'always',
  summary: 'Rotate the signing secret of the hook',
  description:
    'Makes a new secret. For 24 hours, questions also carry a signature made with the old secret: in `X-Webhook-Signature-Previous` and as the second entry of `webhook-signature`.',
  body: Strict({ secret: Type.Optional(Secret) }),
  reply: { 200: DecisionHookWithSecret },
  errors: ['decision_hook_not_found'],
  secretAnswer: true,
  subject: ({ sql, workspace }) => findHook(sql, workspace),
  async write({ tx, workspace, body, services, caller }) {
    await lockForHook(tx, workspace)
    const hook = await findHook(tx, workspace)
    const secret = body.secret ?? newSecret()
    const wall = services.clock()
    await tx`
      update decision_hooks set secret_sealed = ${sealSecret(services.vault, hook, secret)}, previous_secret = secret_sealed,
        previous_secret_until = ${new Date(wall.getTime() + PREVIOUS_SECRET_MS)}
      where bucket = ${hook.bucket} and workspace_id = ${hook.workspace_id}`
    const subject = publicId('decision_hook', hook.bucket, hook.id)
    await appendAudit(tx, workspace, { action: 'decision-hook.rotate-secret', subject, caller, at: wall })
    return { status: 200, body: { ...presentHook(hook, wall), secret } }
  },
})
