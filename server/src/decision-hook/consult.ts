// Whether the hook has to be asked before an authorization is approved, found out by the decision itself: the engine decides
// once on the locked rows, and where it would approve, it writes nothing and lets go of them. The question is asked then, and
// with its answer the engine decides again. So only what all else would approve is asked; a repeated request finds its stored
// answer before anybody is asked; and what becomes impossible meanwhile is declined with its own reason.

import { foresee } from '../authorizations/authorize.ts'
import type { Asked } from '../authorizations/decide.ts'
import type { Books } from '../engine/books.ts'
import type { RequestKey, WorkspaceKey } from '../engine/operation.ts'
import type { MerchantRow } from '../ledger/changes.ts'
import type { HoldRow } from '../ledger/rows.ts'
import type { Services } from '../services.ts'
import { type Asking, type HookQuestion, newQuestion } from './question.ts'

/** A question that is still to be asked. `version` is that of the hook when the decision was made. */
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
  /** The hold that is to be increased, where there is one. */
  hold?: HoldRow | undefined
  /** Of the payment; that of the decision when left out. */
  threeDs?: Asking['threeDs']
  key: RequestKey | undefined
}

/** Undefined where nobody has to be asked: no hook concerns the card, or it would be declined anyway. */
export function consult(
  { decisionHooks }: Pick<Services, 'decisionHooks'>,
  { workspace, card, now }: Books,
  { merchant, asked, hold, threeDs, key }: Proposal,
): Consultation | undefined {
  if (!decisionHooks.mustAsk(workspace, card.id)) return undefined
  const decision = foresee(workspace, card, hold, merchant, asked, now)
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
