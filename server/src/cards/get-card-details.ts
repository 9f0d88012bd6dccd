import Type from 'typebox'
import { appendAudit } from '../accounts/audit-log.ts'
import type { Workspace } from '../accounts/workspace.ts'
import type { Tx } from '../database/database.ts'
import { ApiError } from '../http/errors.ts'
import { write } from '../http/route.ts'
import { idOf } from '../http/schemas.ts'
import type { Uuid } from '../ids.ts'
import { findOutsideCard, revealOutside } from '../processors/outside-state.ts'
import type { Services } from '../services.ts'
import { BillingAddress, CardParams } from './card-schemas.ts'
import { numberContext } from './numbered-card.ts'

const CardDetails = Type.Object(
  {
    id: Type.String(),
    pan: Type.String({ description: 'Full card number.', examples: ['4242420123456789'] }),
    cvv: Type.String({ examples: ['123'] }),
    exp_month: Type.Integer(),
    exp_year: Type.Integer(),
    holder_name: Type.String(),
    billing_address: BillingAddress,
  },
  { $id: 'CardDetails' },
)

/** A read that writes: every reveal is in the audit log, in the transaction that reads the number. */
export const getCardDetails = write({
  method: 'GET',
  url: '/cards/:card_id/details',
  operationId: 'getCardDetails',
  scope: 'details:read',
  bounds: 'within',
  agents: 'never',
  tag: 'Cards',
  access: 'reveal',
  freshly: 'always',
  summary: 'Reveal a card',
  description:
    'Number, CVV, expiry and billing address. Sensitive under PCI DSS: do not log it, do not store it unencrypted. Every read is in the audit log. 30 requests a minute. A read-only key gets 403.',
  params: CardParams,
  reply: { 200: CardDetails },
  errors: ['card_not_found', 'forbidden', 'processor_refused', 'reveal_session_required'],
  limit: 'card_details',
  async write({ tx, workspace, params, now, changes, services, caller }) {
    const cardId = idOf('card', workspace, params.card_id)
    const own = await openOwn(services, tx, workspace, cardId)
    const revealed = own ?? (await openOutside(services, tx, workspace, cardId))
    if (!revealed) throw new ApiError('card_not_found')
    await appendAudit(tx, workspace, { action: 'card.reveal', subject: params.card_id, caller, at: services.clock() })
    const card = { bucket: workspace.bucket, id: cardId, workspace_id: workspace.id }
    changes.history(card, 'details_viewed', now, workspace.actor)
    services.metrics.reveals.inc()
    return { status: 200, body: { id: params.card_id, ...revealed } }
  },
})

type Details = {
  pan: string
  cvv: string
  exp_month: number
  exp_year: number
  holder_name: string
  billing_address: Record<string, string>
}

/** From the vault. Undefined for a card whose number is not ours. */
async function openOwn({ vault }: Services, tx: Tx, workspace: Workspace, cardId: Uuid): Promise<Details | undefined> {
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
  workspace: Workspace,
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

function readSecrets(tx: Tx, workspace: Workspace, cardId: Uuid) {
  return tx<SecretsRow[]>`
    select card_id, number_sealed, cvk_version, exp_month, exp_year, holder_name, billing_address from card_secrets
    where bucket = ${workspace.bucket} and card_id = ${cardId} and workspace_id = ${workspace.id}`
}
