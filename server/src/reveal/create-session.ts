import Type from 'typebox'
import { appendAudit } from '../accounts/audit-log.ts'
import { isAgent } from '../accounts/key-rights.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { CardParams } from '../cards/card-schemas.ts'
import { findCard } from '../cards/find-card.ts'
import type { Tx } from '../database/database.ts'
import { ApiError } from '../http/errors.ts'
import { wasMadeThrough } from '../http/key-bounds.ts'
import { write } from '../http/route.ts'
import { Strict, Text, Timestamp } from '../http/schemas.ts'
import { newUuid, publicId, type Uuid } from '../ids.ts'
import { findOutsideCard, openPageOutside } from '../processors/outside-state.ts'
import { judgeOwnAddress, judgeParentOrigin } from './origin.ts'
import { insertSession, VALID_MS } from './sessions.ts'
import { RevealTheme } from './theme.ts'

const Body = Strict({
  origin: Text({
    maxLength: 300,
    description:
      'The origin of the page that will frame it: `https://` and a host. In the sandbox `http://localhost` and `http://127.0.0.1`, with any port, too.',
    examples: ['https://shop.example.com'],
  }),
  theme: Type.Optional(RevealTheme),
})

const RevealSession = Type.Object(
  {
    id: Type.String({ examples: ['rev_0s06gy3t0a1h4v8q2r5w7z9ybc'] }),
    url: Type.String({
      description:
        'For the `src` of an iframe. Whoever has it can open it: send it to one browser and store it nowhere.',
      examples: ['https://cards.example.com/reveal/rev_0s06gy3t0a1h4v8q2r5w7z9ybc#8Zr…'],
    }),
    expires_at: Timestamp('Until then it can be opened, and shows the number.'),
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
    'A page of this service shows number, expiry and CVV inside yours: it opens once, within five minutes, and only inside a page of `origin`. Your page never sees a digit. An agent key needs `cards:read`, and shows cards that were made through it: the number goes to the page, never to the agent. Counts as a reveal: 30 a minute, in the audit log. Where the processor of a card shows numbers itself, `url` is a page of the processor.',
  params: CardParams,
  body: Body,
  reply: { 201: RevealSession },
  errors: ['card_not_found', 'forbidden', 'invalid_state', 'processor_refused'],
  limit: 'card_details',
  secretAnswer: true,
  check({ body, workspace, caller: { serviceUrl }, services }) {
    judgeParentOrigin(body.origin, workspace, serviceUrl)
    judgeOwnAddress(services.config.publicUrl, workspace, serviceUrl)
  },
  subject: ({ sql, workspace, params }) => findCard(sql, workspace, params.card_id),
  async write({ tx, workspace, params, body, now, changes, services, caller }) {
    const card = await findCard(tx, workspace, params.card_id)
    await refuseOthers(tx, workspace, card.id)
    const outside = await findOutsideCard(tx, workspace, card.id)
    const theirs = outside && (await openPageOutside(services, outside, body.origin))
    const at = services.clock()
    const session = newSession(workspace, at)
    const id = publicId('reveal_session', workspace.bucket, session.id)
    const reply = (url: string, expiresAt: Date) => ({
      status: 201,
      body: { id, url, expires_at: expiresAt.toISOString() },
    })
    await appendAudit(tx, workspace, { action: 'card.reveal-session', subject: params.card_id, caller, at })
    if (theirs) {
      // A processor does not tell us whether its page was opened, so it counts as opened.
      await appendAudit(tx, workspace, { action: 'card.reveal', subject: params.card_id, caller, at })
      changes.history(card, 'details_viewed', now, workspace.actor)
      services.metrics.reveals.inc()
      return reply(theirs.page, theirs.expiresAt)
    }
    const { origin, theme = {} } = body
    const token = await insertSession(tx, { ...session, card_id: card.id, origin, theme })
    return reply(`${caller.serviceUrl}/reveal/${id}#${token}`, session.expires_at)
  },
})

function newSession({ bucket, id, actor }: Workspace, at: Date) {
  return { bucket, id: newUuid(), workspace_id: id, actor, expires_at: new Date(at.getTime() + VALID_MS) }
}

/** An agent key may show only cards that were made through it. */
async function refuseOthers(tx: Tx, workspace: Workspace, cardId: Uuid): Promise<void> {
  if (isAgent(workspace) && !(await wasMadeThrough(tx, workspace, cardId)))
    throw new ApiError('forbidden', 'An agent key may show only cards that were made through it.', { param: 'kind' })
}
