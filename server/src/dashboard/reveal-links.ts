// The page on which a person sees the card that an agent has asked for. The agent knows the address of the page, and nothing
// that opens it: the session with a token is made here, for the person.

import Type from 'typebox'
import type { Workspace } from '../accounts/workspace.ts'
import { findCard } from '../cards/find-card.ts'
import type { Sql } from '../database/database.ts'
import { refuse } from '../engine/refusal.ts'
import { ApiError } from '../errors.ts'
import { read, write } from '../http/route.ts'
import { parseId, publicId } from '../ids.ts'
import { type CardRow, cardStatusNames } from '../ledger/rows.ts'
import { spendRequests } from '../ledger/tables.ts'
import { dollars } from '../money.ts'
import { checkOrigin, openForCaller, RevealBody, RevealSession } from '../reveal/create-session.ts'
import { findLink, type RevealLink as LinkRow, useLink } from '../reveal/sessions.ts'
import { RevealLink } from './shapes/reveal-links.ts'

const Params = Type.Object({ link_id: Type.String() })

export const getRevealLink = read({
  method: 'GET',
  url: '/reveal-links/:link_id',
  operationId: 'getRevealLink',
  tag: 'Dashboard',
  access: 'reveal',
  summary: 'A card that an agent asks a person to look at',
  params: Params,
  reply: { 200: RevealLink },
  async read({ sql, workspace, params, services }): Promise<RevealLink> {
    const link = await mustFindLink(sql, workspace, params.link_id)
    const card = await findCard(sql, workspace, publicId('card', link.bucket, link.card_id))
    return {
      id: publicId('reveal_session', link.bucket, link.id),
      card: presentCard(card),
      requested_by: link.actor,
      origin: link.origin,
      spend_request: await findRequest(sql, card),
      state: stateOf(link, services.clock()),
      expires_at: link.expires_at.toISOString(),
    }
  },
})

export const openRevealLink = write({
  method: 'POST',
  url: '/reveal-links/:link_id/open',
  operationId: 'openRevealLink',
  tag: 'Dashboard',
  access: 'reveal',
  freshly: 'always',
  summary: 'Show the person the card that an agent has asked for, once',
  params: Params,
  body: RevealBody,
  reply: { 201: RevealSession },
  errors: ['card_not_found', 'invalid_state', 'processor_refused'],
  limit: 'card_details',
  secretAnswer: true,
  check: checkOrigin,
  async write(context) {
    const { tx, workspace, params, body, services } = context
    const link = await mustFindLink(tx, workspace, params.link_id)
    if (!(await useLink(tx, link, services.clock())))
      return refuse(
        'invalid_state',
        'This link was opened before, or its five minutes are over. Let the agent make another.',
      )
    return openForCaller(context, await findCard(tx, workspace, publicId('card', link.bucket, link.card_id)), body)
  },
})

async function mustFindLink(sql: Sql, workspace: Workspace, text: string): Promise<LinkRow> {
  const id = parseId('reveal_session', text)
  const link = id?.bucket === workspace.bucket ? await findLink(sql, workspace, id.uuid) : undefined
  if (!link) throw new ApiError('not_found', 'No such link.')
  return link
}

function stateOf({ opened_at, expires_at }: LinkRow, wall: Date): RevealLink['state'] {
  if (opened_at !== null) return 'used'
  return expires_at <= wall ? 'expired' : 'open'
}

function presentCard({ bucket, id, label, last4, network, status }: CardRow): RevealLink['card'] {
  return { id: publicId('card', bucket, id), label, last4, network, status: cardStatusNames[status - 1]! }
}

async function findRequest(sql: Sql, { bucket, spend_request_id: id }: CardRow): Promise<RevealLink['spend_request']> {
  const [row] = id === null ? [] : await spendRequests.find(sql, [{ bucket, id }])
  if (!row) return null
  const { amount_cents, merchant, reason } = row
  return {
    id: publicId('spend_request', bucket, row.id),
    amount: dollars(amount_cents),
    merchant: merchant.name,
    reason,
  }
}
