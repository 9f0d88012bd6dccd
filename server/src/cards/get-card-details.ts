import Type from 'typebox'
import { appendAudit } from '../accounts/audit-log.ts'
import type { Workspace } from '../accounts/workspace.ts'
import type { Tx } from '../database/database.ts'
import { ApiError } from '../http/errors.ts'
import { write } from '../http/route.ts'
import { idOf } from '../http/schemas.ts'
import type { Uuid } from '../ids.ts'
import { BillingAddress, CardParams } from './card-schemas.ts'
import { numberContext } from './create-card.ts'

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
  tag: 'Cards',
  access: 'reveal',
  freshly: 'always',
  summary: 'Reveal a card',
  description:
    'Number, CVV, expiry and billing address. Sensitive under PCI DSS: do not log it, do not store it unencrypted. Every read is in the audit log. 30 requests a minute. A read-only key gets 403.',
  params: CardParams,
  reply: { 200: CardDetails },
  errors: ['card_not_found', 'forbidden'],
  limit: 'card_details',
  async write({ tx, workspace, params, now, changes, services, caller }) {
    const [secrets] = await readSecrets(tx, workspace, idOf('card', workspace, params.card_id))
    if (!secrets) throw new ApiError('card_not_found')
    const { vault } = services
    const number = (
      await vault.open(secrets.number_sealed, numberContext({ workspace_id: workspace.id, id: secrets.card_id }))
    ).toString()
    const expiry = { month: secrets.exp_month, year: secrets.exp_year }
    await appendAudit(tx, workspace, { action: 'card.reveal', subject: params.card_id, caller, at: services.clock() })
    const card = { bucket: workspace.bucket, id: secrets.card_id, workspace_id: workspace.id }
    changes.history(card, 'details_viewed', now, workspace.actor)
    services.metrics.reveals.inc()
    return {
      status: 200,
      body: {
        id: params.card_id,
        pan: number,
        cvv: vault.cvv2(number, expiry, secrets.cvk_version),
        exp_month: expiry.month,
        exp_year: expiry.year,
        holder_name: secrets.holder_name,
        billing_address: secrets.billing_address,
      },
    }
  },
})

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
