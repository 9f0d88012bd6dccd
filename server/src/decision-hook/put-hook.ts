import Type from 'typebox'
import { appendAudit } from '../accounts/audit-log.ts'
import type { Workspace } from '../accounts/workspace.ts'
import type { Sql, Tx } from '../database/database.ts'
import { refuse } from '../engine/refusal.ts'
import { ApiError } from '../errors.ts'
import { write } from '../http/route.ts'
import { idOf, Strict } from '../http/schemas.ts'
import { newUuid, publicId, type Uuid } from '../ids.ts'
import type { Fallback } from '../ledger/hook-answer.ts'
import { checkUrl } from '../outbound/check-url.ts'
import { newSecret, sealSecret } from '../outbound/secrets.ts'
import { selectCardsAmong } from '../rules/rule-rows.ts'
import { Secret, Url } from '../webhooks/webhook.ts'
import {
  DEFAULT_TIMEOUT_MS,
  DecisionHookWithSecret,
  fallbackCode,
  type HookRow,
  lockForHook,
  MAX_CARDS,
  MAX_SANDBOX_TIMEOUT_MS,
  MAX_TIMEOUT_MS,
  MIN_TIMEOUT_MS,
  OnTimeout,
  presentHook,
  selectHook,
} from './hook.ts'

const Body = Strict({
  url: Url,
  timeout_ms: Type.Optional(
    Type.Integer({
      minimum: MIN_TIMEOUT_MS,
      maximum: MAX_SANDBOX_TIMEOUT_MS,
      default: DEFAULT_TIMEOUT_MS,
      description: `How long an answer is waited for. At most ${MAX_TIMEOUT_MS} in production, where a merchant waits for it too. In a sandbox it may be longer, so that a handler can be stepped through; only that authorization waits, and at most ten of a workspace wait longer than ${MAX_TIMEOUT_MS} at once.`,
    }),
  ),
  on_timeout: Type.Optional(OnTimeout),
  active: Type.Optional(Type.Boolean({ default: true })),
  card_ids: Type.Optional(
    Type.Union([Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: MAX_CARDS }), Type.Null()], {
      description: 'The cards whose authorizations are sent to the hook. Null, or omitted, means all cards.',
    }),
  ),
  secret: Type.Optional(Secret),
})
type Body = Type.Static<typeof Body>

export const putDecisionHook = write({
  method: 'PUT',
  url: '/decision-hook',
  operationId: 'putDecisionHook',
  scope: 'rules:write',
  agents: 'never',
  tag: 'Decision hook',
  access: 'operate', // it decides over payments, and learns of them
  freshly: 'always',
  summary: 'Set the decision hook',
  description:
    'Sets the address of your server, which is asked before an authorization is approved and may decline it. Omitted settings get their default value. Only the first response shows the secret; a later PUT keeps it.',
  body: Body,
  reply: { 200: DecisionHookWithSecret },
  errors: ['invalid_url', 'card_not_found', 'invalid_state'],
  secretAnswer: true,
  check({ body, workspace, services }) {
    refuseLongTimeout(workspace, body)
    return checkUrl(services.config, workspace, body.url)
  },
  async write({ tx, workspace, body, now, services, caller }) {
    const cardIds = body.card_ids ? await findCards(tx, workspace, body.card_ids) : null
    await lockForHook(tx, workspace)
    const [existing] = await selectHook(tx, workspace)
    if (existing && body.secret !== undefined)
      return refuse('invalid_state', 'The hook has a secret; POST /decision-hook/rotate-secret changes it.', 'secret')
    const id = existing?.id ?? newUuid()
    const secret = body.secret ?? newSecret()
    const hook: HookRow = {
      ...(existing ?? {
        secret_sealed: sealSecret(services.vault, { workspace_id: workspace.id, id }, secret),
        previous_secret: null,
        previous_secret_until: null,
        created_at: now,
      }),
      ...settingsOf(body),
      bucket: workspace.bucket,
      workspace_id: workspace.id,
      id,
      card_ids: cardIds,
      open_until: null,
      updated_at: now,
    }
    await (existing ? updateHook(tx, hook) : insertHook(tx, hook))
    const subject = publicId('decision_hook', workspace.bucket, id)
    const wall = services.clock()
    await appendAudit(tx, workspace, { action: 'decision-hook.set', subject, caller, at: wall })
    return { status: 200, body: { ...presentHook(hook, wall), secret: existing ? null : secret } }
  },
})

function refuseLongTimeout({ environment }: Workspace, { timeout_ms = DEFAULT_TIMEOUT_MS }: Body): void {
  if (environment === 'sandbox' || timeout_ms <= MAX_TIMEOUT_MS) return
  throw new ApiError('invalid_request', `"timeout_ms" must be at most ${MAX_TIMEOUT_MS} in production.`, {
    param: 'timeout_ms',
  })
}

function settingsOf({ url, timeout_ms = DEFAULT_TIMEOUT_MS, on_timeout = 'decline', active = true }: Body) {
  return { url, timeout_ms, on_timeout: fallbackCode(on_timeout as Fallback), active }
}

/** Returns each card once. Throws for a card that this workspace does not have. */
async function findCards(sql: Sql, workspace: Workspace, cardIds: readonly string[]): Promise<Uuid[]> {
  const ids = [...new Set(cardIds)].map((id) => idOf('card', workspace, id))
  const known = await selectCardsAmong(sql, workspace, ids)
  const missing = ids.find((id) => !known.has(id))
  if (missing !== undefined) throw new ApiError('card_not_found', 'No such card.', { param: 'card_ids' })
  return ids
}

function insertHook(tx: Tx, h: HookRow) {
  return tx`
    insert into decision_hooks (bucket, workspace_id, id, url, timeout_ms, long_timeout_ms, on_timeout, active, card_ids, secret_sealed,
      created_at, updated_at)
    values (${h.bucket}, ${h.workspace_id}, ${h.id}, ${h.url}, ${usualTimeout(h)}, ${longTimeout(h)}, ${h.on_timeout}, ${h.active},
      ${cardsText(h)}::jsonb, ${h.secret_sealed}, ${h.created_at}, ${h.updated_at})`
}

function updateHook(tx: Tx, h: HookRow) {
  return tx`
    update decision_hooks set url = ${h.url}, timeout_ms = ${usualTimeout(h)}, long_timeout_ms = ${longTimeout(h)},
      on_timeout = ${h.on_timeout}, active = ${h.active}, card_ids = ${cardsText(h)}::jsonb, open_until = null, updated_at = ${h.updated_at}
    where bucket = ${h.bucket} and workspace_id = ${h.workspace_id}`
}

/** What the previous release, which knows no long time, goes by. */
function usualTimeout({ timeout_ms }: HookRow): number {
  return Math.min(timeout_ms, MAX_TIMEOUT_MS)
}

function longTimeout({ timeout_ms }: HookRow): number | null {
  return timeout_ms > MAX_TIMEOUT_MS ? timeout_ms : null
}

function cardsText({ card_ids }: HookRow): string | null {
  return card_ids && JSON.stringify(card_ids)
}
