import { presentControls } from '../controls/read-controls.ts'
import type { RequestKey } from '../engine/operation.ts'
import { change, Pending } from '../http/route.ts'
import type { WorkspaceKey } from '../ids.ts'
import { newUuid, publicId } from '../ids.ts'
import { ThreeDsStatus } from '../ledger/three-ds-status.ts'
import { DecisionAttempt, presentAttempt } from './attempts.ts'
import { findHook } from './hook.ts'
import { decisionIdOf, type HookQuestion } from './question.ts'

/** A card that does not exist. */
const SAMPLE_CARD = {
  bin_id: 'bin_visa_us_prepaid_1',
  network: 'visa',
  last4: '4242',
  status: 'active',
  balance: 250,
  held: 0,
  label: 'Sample',
  spending_limit: 1000,
  allowed_categories: [],
  auto_freeze_at: null,
  metadata: { sample: true },
  controls: presentControls(null, null),
  replaces: null,
  replaced_by: null,
}

/** A change that writes only its answer, so that a repeated request finds it before the hook is asked. */
export const testDecisionHook = change({
  method: 'POST',
  url: '/decision-hook/test',
  operationId: 'testDecisionHook',
  scope: 'rules:write',
  agents: 'never',
  tag: 'Decision hook',
  access: 'develop',
  summary: 'Test the decision hook',
  description:
    "Sends a question about a card and a payment that do not exist, marked with `test: true`, and returns the hook's response. Works while the hook is not active and decides nothing.",
  reply: { 200: DecisionAttempt },
  errors: ['decision_hook_not_found'],
  prepare: ({ sql, workspace }) => findHook(sql, workspace),
  needs: () => ({}),
  decide: ({ workspace, key }, { now }) => new Pending(sampleQuestion(workspace, key, now)),
  async resume({ services, workspace, prepared: hook }, sample: HookQuestion) {
    const attempt = await services.decisionHooks.test(hook, workspace.environment, sample)
    return { needs: {}, decide: () => ({ status: 200, body: presentAttempt(attempt) }) }
  },
})

function sampleQuestion(workspace: WorkspaceKey, key: RequestKey | undefined, now: Date): HookQuestion {
  const cardId = publicId('card', workspace.bucket, newUuid())
  const yearLater = new Date(now.getTime() + 365 * 86_400_000)
  return {
    decisionId: decisionIdOf(workspace, key),
    cardId: null,
    card: { id: cardId, ...SAMPLE_CARD, created_at: now.toISOString(), expires_at: yearLater.toISOString() },
    amount: 1_999n,
    merchant: { network_id: '445566778899001', name: 'Acme Ads', mcc: '7311', country: 'US', city: 'Austin' },
    partial: false,
    threeDs: ThreeDsStatus.not_required,
    authorizationId: null,
    askedAt: now,
  }
}
