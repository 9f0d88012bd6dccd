// Finds out whether the hook has to be asked before an authorization is approved. The engine first decides on the locked rows.
// If it would approve, it writes nothing and releases the rows. The hook is asked then, and the engine decides again with the
// answer. So the hook is asked only about what everything else would approve, a repeated request finds its stored answer before
// anybody is asked, and a purchase that becomes impossible meanwhile is declined with its own reason.

import { preview } from '../authorizations/authorize.ts'
import type { Asked } from '../authorizations/decide.ts'
import type { Books } from '../engine/books.ts'
import type { RequestKey } from '../engine/operation.ts'
import type { WorkspaceKey } from '../ids.ts'
import type { MerchantRow } from '../ledger/known-merchants.ts'
import type { HoldRow } from '../ledger/rows.ts'
import type { Services } from '../services.ts'
import { type Asking, type HookQuestion, newQuestion } from './question.ts'

/** A question that must still be asked. `version` is the version of the hook at the time of the decision. */
export class Consultation {
  readonly workspace: WorkspaceKey
  readonly version: number
  readonly question: HookQuestion

  constructor(workspace: WorkspaceKey, version: number, question: HookQuestion) {
    this.workspace = workspace
    this.version = version
    this.question = question
  }
}

export type Proposal = {
  merchant: MerchantRow
  asked: Asked
  /** The hold to increase, if there is one. */
  hold?: HoldRow | undefined
  /** The 3-D Secure state of the payment; taken from the decision when left out. */
  threeDs?: Asking['threeDs']
  key: RequestKey | undefined
}

/** Undefined when nobody has to be asked, because no hook covers the card or it would be declined anyway. */
export function consult(
  { decisionHooks }: Pick<Services, 'decisionHooks'>,
  { workspace, card, now }: Books,
  { merchant, asked, hold, threeDs, key }: Proposal,
): Consultation | undefined {
  if (!decisionHooks.mustAsk(workspace, card.id)) return undefined
  const decision = preview(workspace, card, hold, merchant, asked, now)
  if (!decision.approved) return undefined
  const asking: Asking = {
    amount: asked.amount,
    merchant,
    partial: asked.partial,
    threeDs: threeDs ?? decision.threeDs,
    authorizationId: hold?.id ?? null,
  }
  const { bucket, id, decision_hook_version: version } = workspace
  return new Consultation({ bucket, id }, version, newQuestion(card, asking, key, now))
}
