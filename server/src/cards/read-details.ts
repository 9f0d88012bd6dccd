// The number of a card and what belongs to it, from where it is: our vault, or the processor of the card.

import type { Tx } from '../database/database.ts'
import type { WorkspaceKey } from '../engine/operation.ts'
import { ApiError } from '../http/errors.ts'
import type { Uuid } from '../ids.ts'
import { findOutsideCard, revealOutside } from '../processors/outside-state.ts'
import type { Services } from '../services.ts'
import { numberContext } from './numbered-card.ts'

export type Details = {
  pan: string
  cvv: string
  exp_month: number
  exp_year: number
  holder_name: string
  billing_address: Record<string, string>
}

/** Undefined where the workspace has no such card. Throws where the processor of the card shows the number itself. */
export async function readDetails(
  services: Services,
  tx: Tx,
  workspace: WorkspaceKey,
  cardId: Uuid,
): Promise<Details | undefined> {
  return (await openOwn(services, tx, workspace, cardId)) ?? (await openOutside(services, tx, workspace, cardId))
}

/** From the vault. Undefined for a card whose number is not ours. */
async function openOwn(
  { vault }: Services,
  tx: Tx,
  workspace: WorkspaceKey,
  cardId: Uuid,
): Promise<Details | undefined> {
  const [secrets] = await readSecrets(tx, workspace, cardId)
  if (!secrets) return undefined
  const context = numberContext({ workspace_id: workspace.id, id: cardId })
  const pan = (await vault.open(secrets.number_sealed, context)).toString()
  const { exp_month, exp_year, holder_name, billing_address, cvk_version } = secrets
  const cvv = vault.cvv2(pan, { month: exp_month, year: exp_year }, cvk_version)
  return { pan, cvv, exp_month, exp_year, holder_name, billing_address }
}

/** From the processor, passed through and kept nowhere. */
async function openOutside(
  services: Services,
  tx: Tx,
  workspace: WorkspaceKey,
  cardId: Uuid,
): Promise<Details | undefined> {
  const card = await findOutsideCard(tx, workspace, cardId)
  if (!card) return undefined
  const revealed = await revealOutside(services, card)
  if ('page' in revealed) throw new ApiError('reveal_session_required')
  const { exp_month, exp_year, holder_name, billing_address } = card
  return { pan: revealed.number, cvv: revealed.cvv, exp_month, exp_year, holder_name, billing_address }
}

type SecretsRow = {
  card_id: Uuid
  number_sealed: Buffer
  cvk_version: number
  exp_month: number
  exp_year: number
  holder_name: string
  billing_address: Record<string, string>
}

function readSecrets(tx: Tx, workspace: WorkspaceKey, cardId: Uuid) {
  return tx<SecretsRow[]>`
    select card_id, number_sealed, cvk_version, exp_month, exp_year, holder_name, billing_address from card_secrets
    where bucket = ${workspace.bucket} and card_id = ${cardId} and workspace_id = ${workspace.id}`
}
