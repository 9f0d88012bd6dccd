// Reads the number, CVV and expiry of a card from our vault or from the card's processor.

import type { Tx } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import type { Uuid, WorkspaceKey } from '../ids.ts'
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

/** Undefined when the workspace has no such card. Throws when only the processor may show the number. */
export async function readDetails(
  services: Services,
  tx: Tx,
  workspace: WorkspaceKey,
  cardId: Uuid,
): Promise<Details | undefined> {
  return (await openOwn(services, tx, workspace, cardId)) ?? (await openOutside(services, tx, workspace, cardId))
}

/** Reads from the vault. Undefined for a card whose number we do not store. */
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

/** Reads from the processor. The number is passed through and stored nowhere. */
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
