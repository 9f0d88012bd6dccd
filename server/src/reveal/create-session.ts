import Type, { type Static } from 'typebox'
import { appendAudit } from '../accounts/audit-log.ts'
import { isAgent } from '../accounts/key-rights.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { CardParams } from '../cards/card-schemas.ts'
import { findCard } from '../cards/find-card.ts'
import type { Tx } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { wasMadeThrough } from '../http/key-bounds.ts'
import { type RequestCaller, write } from '../http/route.ts'
import { Strict, Text, Timestamp } from '../http/schemas.ts'
import { newUuid, publicId, type Uuid } from '../ids.ts'
import type { Changes } from '../ledger/changes.ts'
import type { CardRow } from '../ledger/rows.ts'
import { findOutsideCard, openPageOutside } from '../processors/outside-state.ts'
import type { Services } from '../services.ts'
import { checkOwnAddress, checkParentOrigin } from './origin.ts'
import { insertSession, VALID_MS } from './sessions.ts'
import { RevealTheme } from './theme.ts'

export const RevealBody = Strict({
  origin: Text({
    maxLength: 300,
    description:
      'The origin of the page that will contain the frame, or for an agent key the origin of the shop, which the person sees: `https://` and a host. The sandbox also accepts `http://localhost` and `http://127.0.0.1` with any port.',
    examples: ['https://shop.example.com'],
  }),
  theme: Type.Optional(RevealTheme),
})
export type RevealBody = Static<typeof RevealBody>

export const RevealSession = Type.Object(
  {
    id: Type.String({ examples: ['rev_0s06gy3t0a1h4v8q2r5w7z9ybc'] }),
    url: Type.String({
      description:
        'For the `src` of an iframe. Whoever has it can open it: send it to one browser and store it nowhere. For an agent key it is a page of the dashboard, which a signed-in person with the right `reveal` opens.',
      examples: ['https://cards.example.com/reveal/rev_0s06gy3t0a1h4v8q2r5w7z9ybc#8Zr…'],
    }),
    expires_at: Timestamp('Until when the page can be opened and shows the number.'),
  },
  { $id: 'RevealSession' },
)

export const createRevealSession = write({
  method: 'POST',
  url: '/cards/:card_id/reveal-sessions',
  operationId: 'createRevealSession',
  scope: 'details:read',
  agents: { scopeForOwnCards: 'cards:read' },
  bounds: 'within',
  tag: 'Cards',
  access: 'reveal',
  freshly: 'always',
  summary: 'Show a card without touching its number',
  description:
    'A page of this service shows number, expiry and CVV inside yours: it opens once, within five minutes, and only inside a page of `origin`. Your page never sees a digit. An agent key needs `cards:read` and asks for cards that were made through it: it gets the address of a page of the dashboard that a signed-in person with the right `reveal` opens, and that no program can open. Counts as a reveal: 30 a minute, in the audit log. Where the processor of a card shows numbers itself, `url` is a page of the processor.',
  params: CardParams,
  body: RevealBody,
  reply: { 201: RevealSession },
  errors: ['card_not_found', 'forbidden', 'invalid_state', 'processor_refused'],
  limit: 'card_details',
  secretAnswer: true,
  check: checkOrigin,
  subject: ({ sql, workspace, params }) => findCard(sql, workspace, params.card_id),
  async write(context) {
    const { tx, workspace, params, body } = context
    const card = await findCard(tx, workspace, params.card_id)
    if (!isAgent(workspace)) return openForCaller(context, card, body)
    await refuseOthers(tx, workspace, card.id)
    return linkForPerson(context, card, body.origin)
  },
})

type Asking = { workspace: Workspace; services: Services; caller: RequestCaller }

/** Throws when the page may not be framed by this origin, or would have an address that somebody else has chosen. */
export function checkOrigin({
  body,
  workspace,
  caller: { serviceUrl },
  services,
}: Asking & { body: RevealBody }): void {
  checkParentOrigin(body.origin, workspace, serviceUrl)
  checkOwnAddress(services.config.publicUrl, workspace, serviceUrl)
}

type Writing = Asking & { tx: Tx; now: Date; changes: Changes }

/** A session with a token for whoever asks: a key with `details:read`, or a person. */
export async function openForCaller(
  { tx, workspace, now, changes, services, caller }: Writing,
  card: CardRow,
  { origin, theme = {} }: RevealBody,
) {
  const subject = publicId('card', card.bucket, card.id)
  const outside = await findOutsideCard(tx, workspace, card.id)
  const theirs = outside && (await openPageOutside(services, outside, origin))
  const at = services.clock()
  const session = newSession(workspace, card, at)
  await appendAudit(tx, workspace, { action: 'card.reveal-session', subject, caller, at })
  if (theirs) {
    // A processor does not tell us whether its page was opened, so it counts as opened.
    await appendAudit(tx, workspace, { action: 'card.reveal', subject, caller, at })
    changes.history(card, 'details_viewed', now, workspace.actor)
    services.metrics.reveals.inc()
    return reply(session, theirs.page, theirs.expiresAt)
  }
  const token = await insertSession(tx, { ...session, origin, theme, for_person: false })
  return reply(session, `${caller.serviceUrl}/reveal/${idOf(session)}#${token}`)
}

/** An agent gets no token, only the address of a page on which a person asks for the number. */
async function linkForPerson({ tx, workspace, services, caller }: Writing, card: CardRow, origin: string) {
  const at = services.clock()
  const session = newSession(workspace, card, at)
  const subject = publicId('card', card.bucket, card.id)
  await appendAudit(tx, workspace, { action: 'card.reveal-session', subject, caller, at })
  await insertSession(tx, { ...session, origin, theme: {}, for_person: true })
  const environment = workspace.environment === 'production' ? '?env=production' : ''
  return reply(session, `${caller.serviceUrl}/show-card/${idOf(session)}${environment}`)
}

type NewSession = ReturnType<typeof newSession>

function newSession({ bucket, id, actor }: Workspace, card: CardRow, at: Date) {
  const expires_at = new Date(at.getTime() + VALID_MS)
  return { bucket, id: newUuid(), workspace_id: id, card_id: card.id, actor, expires_at }
}

function idOf({ bucket, id }: NewSession): string {
  return publicId('reveal_session', bucket, id)
}

function reply(session: NewSession, url: string, expiresAt = session.expires_at) {
  return { status: 201, body: { id: idOf(session), url, expires_at: expiresAt.toISOString() } }
}

/** An agent key may ask only for cards that were made through it. */
async function refuseOthers(tx: Tx, workspace: Workspace, cardId: Uuid): Promise<void> {
  if (isAgent(workspace) && !(await wasMadeThrough(tx, workspace, cardId)))
    throw new ApiError('forbidden', 'An agent key may ask only for cards that were made through it.', { param: 'kind' })
}
