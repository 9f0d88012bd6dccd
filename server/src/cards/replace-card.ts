import Type from 'typebox'
import { isAgent } from '../accounts/key-rights.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { cardSequence } from '../bins/bin-directory.ts'
import type { Sql } from '../database/database.ts'
import { type Refusal, refuse } from '../engine/refusal.ts'
import { change, Pending } from '../http/route.ts'
import { idOf, Strict } from '../http/schemas.ts'
import { newUuid, type Uuid } from '../ids.ts'
import { postIssuedFunding } from '../ledger/postings.ts'
import { type CardRow, CardStatus, type IssuanceRow } from '../ledger/rows.ts'
import { TransferKind } from '../ledger/transfer-kinds.ts'
import { Card, CardParams, presentCard } from './card-schemas.ts'
import { findCard, refuseTerminated, theCard } from './find-card.ts'
import { beginIssuance, issueOutside, resumeIssuance } from './issue-card.ts'
import { announceCard, expiryOf, newCardRow } from './new-card.ts'
import { cardNumber, numberedCard, readHolder } from './numbered-card.ts'
import { linkReplaced, replacementOf, replacementReasons, retireCard, settingsOfCard, takeOver } from './replacement.ts'

export const replaceCard = change({
  method: 'POST',
  url: '/cards/:card_id/replace',
  operationId: 'replaceCard',
  scope: 'cards:write',
  bounds: 'own',
  tag: 'Cards',
  summary: 'Replace a card',
  description:
    'Replaces a card that is lost, stolen or compromised. The old card is terminated. The new card has a new number and the balance, settings, metadata and used limits of the old one, and it is active even if the old one was frozen. Holds stay with the old card and settle there: the wallet pays what exceeds them and receives what is left of them. An overdraft of the old card is paid by the wallet. The call counts as the creation of a card. If a processor refuses the new card, the old one is terminated anyway, and its balance is in the wallet.',
  params: CardParams,
  body: Strict({
    reason: Type.String({
      enum: [...replacementReasons],
      description: 'The reason, which is kept in the history of the old card.',
      examples: ['lost'],
    }),
  }),
  reply: { 201: Card },
  errors: ['card_not_found', 'card_terminated', 'invalid_state', 'processor_refused'],
  limit: 'card_creations',
  prepare: async ({ sql, workspace, params }) => ({
    binId: (await findCard(sql, workspace, params.card_id)).bin_id,
    holder: await readHolder(sql, workspace.accountId),
    madeBy: await findKeyOfCard(sql, workspace, params.card_id),
  }),
  needs({ workspace, params, services, prepared: { binId }, key }) {
    const needs = { ...theCard({ workspace, params }), wallet: true }
    if (services.bins.get(binId)!.processor === 'sandbox') return { ...needs, sequence: cardSequence(binId) }
    return { ...needs, ...(key && { issuanceOf: key.keyHash }) }
  },
  decide(context, books) {
    const { workspace, body, services, prepared, key } = context
    const { card: old, workspace: wallet, changes, now, takeNumber, issuance } = books
    if (issuance) return resumeIssuance(issuance, key)
    const refusal = refuseTerminated(old) ?? refuseRequested(old)
    if (refusal) return refusal
    if (isAgent(workspace) && old.status === CardStatus.frozen)
      return refuse('forbidden', 'The new card would be active, and an agent key may never unfreeze a card.', 'kind')
    const bin = services.bins.get(old.bin_id)!
    if (bin.retired) return refuse('invalid_state', noMoreNumbers)
    const settings = settingsOfCard(old)
    const replacement = replacementOf(old, body.reason)
    if (bin.processor !== 'sandbox') {
      const amount = retireCard(books, workspace.actor, body.reason, null)
      const issuing = {
        bin,
        settings: { ...settings, ...prepared.holder },
        amount,
        replacement,
        madeBy: prepared.madeBy,
      }
      return new Pending(beginIssuance(books, issuing, context))
    }
    const number = cardNumber(services, bin, takeNumber())
    if (number === undefined) return refuse('invalid_state', noMoreNumbers)
    const made = { last4: number.slice(-4), expiresAt: expiryOf(now) }
    const card = newCardRow(workspace, newUuid(), bin, settings, made, now)
    takeOver(card, replacement)
    const amount = retireCard(books, workspace.actor, body.reason, card.id)
    postIssuedFunding(changes.posting(card.id, TransferKind.replace, now), wallet, card, amount)
    changes.newCards.push({ ...numberedCard(services, card, number, prepared.holder), madeBy: prepared.madeBy })
    linkReplaced(changes, old, card, { reason: body.reason, amount, actor: workspace.actor, now })
    announceCard({ ...books, card }, workspace.actor, amount)
    return { status: 201, body: presentCard(card) }
  },
  resume: ({ services, workspace }, issuance: IssuanceRow) => issueOutside(services, workspace, issuance),
})

/** A card of a spend request is bound to it, and the rest of its money returns when the request ends. */
function refuseRequested({ spend_request_id }: CardRow): Refusal | undefined {
  if (spend_request_id === null) return undefined
  return refuse('invalid_state', 'The card was made for one spend request. Terminate it, and make another request.')
}

const noMoreNumbers =
  'The BIN of this card issues no more numbers. Create a card with another BIN, and terminate this one.'

/** The new card belongs to the same key as the old one, whoever replaces it. */
async function findKeyOfCard(sql: Sql, workspace: Workspace, cardId: string): Promise<Uuid | null> {
  const [row] = await sql<{ key_id: Uuid }[]>`
    select key_id from key_cards
    where bucket = ${workspace.bucket} and card_id = ${idOf('card', workspace, cardId)} and workspace_id = ${workspace.id}`
  return row?.key_id ?? null
}
