import Type from 'typebox'
import { appendAudit } from '../accounts/audit-log.ts'
import { ApiError } from '../errors.ts'
import { write } from '../http/route.ts'
import { idOf } from '../http/schemas.ts'
import { BillingAddress, CardParams } from './card-schemas.ts'
import { readDetails } from './read-details.ts'

const CardDetails = Type.Object(
  {
    id: Type.String(),
    pan: Type.String({ description: 'The full card number.', examples: ['4242420123456789'] }),
    cvv: Type.String({ examples: ['123'] }),
    exp_month: Type.Integer(),
    exp_year: Type.Integer(),
    holder_name: Type.String(),
    billing_address: BillingAddress,
  },
  { $id: 'CardDetails' },
)

/** A read that writes: the transaction that reads the number also records the reveal in the audit log. */
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
    'Returns the number, CVV, expiry and billing address. This data is sensitive under PCI DSS: do not log it and do not store it unencrypted. Every read is recorded in the audit log. Limited to 30 requests a minute. A read-only key gets 403.',
  params: CardParams,
  reply: { 200: CardDetails },
  errors: ['card_not_found', 'forbidden', 'processor_refused', 'reveal_session_required'],
  limit: 'card_details',
  async write({ tx, workspace, params, now, changes, services, caller }) {
    const cardId = idOf('card', workspace, params.card_id)
    const revealed = await readDetails(services, tx, workspace, cardId)
    if (!revealed) throw new ApiError('card_not_found')
    await appendAudit(tx, workspace, { action: 'card.reveal', subject: params.card_id, caller, at: services.clock() })
    const card = { bucket: workspace.bucket, id: cardId, workspace_id: workspace.id }
    changes.history(card, 'details_viewed', now, workspace.actor)
    services.metrics.reveals.inc()
    return { status: 200, body: { id: params.card_id, ...revealed } }
  },
})
