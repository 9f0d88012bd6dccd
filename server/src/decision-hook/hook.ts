// The hook of a workspace: its row, and how the API shows it.

import Type from 'typebox'
import type { Workspace } from '../accounts/workspace.ts'
import { fragment, type Sql, type Tx } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { NullableTimestamp, Timestamp } from '../http/schemas.ts'
import { publicId, type Uuid } from '../ids.ts'
import { type Fallback, fallbackNames } from '../ledger/hook-answer.ts'
import { lockWorkspaceById } from '../ledger/tables.ts'
import { WorkspaceReplaced } from '../ledger/workspace-replaced.ts'

export const DEFAULT_TIMEOUT_MS = 1_500
export const MIN_TIMEOUT_MS = 200
export const MAX_TIMEOUT_MS = 2_000
/** In a sandbox, where no merchant waits. */
export const MAX_SANDBOX_TIMEOUT_MS = 600_000
export const MAX_CARDS = 1_000

export type HookRow = {
  bucket: number
  workspace_id: Uuid
  id: Uuid
  url: string
  timeout_ms: number
  on_timeout: number
  active: boolean
  card_ids: Uuid[] | null
  secret_sealed: Buffer
  previous_secret: Buffer | null
  previous_secret_until: Date | null
  open_until: Date | null
  created_at: Date
  updated_at: Date
}

export const OnTimeout = Type.String({
  enum: [...fallbackNames],
  default: 'decline',
  description: 'The decision when no valid answer comes in time, and while the hook is paused because it kept failing.',
})

const fields = {
  id: Type.String({ examples: ['hook_3p01m7fvfr85e5mtekznx29q5n67'] }),
  url: Type.String({ examples: ['https://example.com/cardwright/decide'] }),
  timeout_ms: Type.Integer({
    examples: [DEFAULT_TIMEOUT_MS],
    description: 'How long the service waits for an answer, in milliseconds.',
  }),
  on_timeout: OnTimeout,
  active: Type.Boolean({
    description: 'Whether the hook is asked. When false, authorizations are decided without it.',
  }),
  card_ids: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: 'The cards whose authorizations are sent to the hook. Null means all cards.',
  }),
  paused_until: NullableTimestamp(
    'Until when the hook is not asked, because ten questions in a row failed. In real time. Null if the hook is asked.',
  ),
  created_at: Timestamp('When the hook was first set.'),
  updated_at: Timestamp('When the settings of the hook were last changed.'),
}

export const DecisionHook = Type.Object(fields, { $id: 'DecisionHook' })

export const DecisionHookWithSecret = Type.Object(
  {
    ...fields,
    secret: Type.Union([Type.String({ examples: ['whsec_…'] }), Type.Null()], {
      description: 'The secret that signs the questions. Shown only in the response that creates it, otherwise null.',
    }),
  },
  { $id: 'DecisionHookWithSecret' },
)

export function presentHook(hook: HookRow, wall: Date) {
  return {
    id: publicId('decision_hook', hook.bucket, hook.id),
    url: hook.url,
    timeout_ms: hook.timeout_ms,
    on_timeout: fallbackOf(hook),
    active: hook.active,
    card_ids: hook.card_ids?.map((id) => publicId('card', hook.bucket, id)) ?? null,
    paused_until: hook.open_until && hook.open_until > wall ? hook.open_until.toISOString() : null,
    created_at: hook.created_at.toISOString(),
    updated_at: hook.updated_at.toISOString(),
  }
}

export function fallbackOf({ on_timeout }: Pick<HookRow, 'on_timeout'>): Fallback {
  return fallbackNames[on_timeout - 1]!
}

export function fallbackCode(fallback: Fallback): number {
  return fallbackNames.indexOf(fallback) + 1
}

/** The previous release changes `timeout_ms` alone, and then the longer time no longer counts. */
const timeoutColumn = fragment`case when h.timeout_ms = ${MAX_TIMEOUT_MS}::smallint then coalesce(h.long_timeout_ms, h.timeout_ms) else h.timeout_ms end as timeout_ms`

export const hookColumns = fragment`h.bucket, h.workspace_id, h.id, h.url, ${timeoutColumn}, h.on_timeout, h.active, h.card_ids, h.secret_sealed,
  h.previous_secret, h.previous_secret_until, h.open_until, h.created_at, h.updated_at`

type Owner = Pick<Workspace, 'bucket' | 'id'>

export function selectHook(sql: Sql, { bucket, id }: Owner) {
  return sql<
    HookRow[]
  >`select ${hookColumns} from decision_hooks h where h.bucket = ${bucket} and h.workspace_id = ${id}`
}

export async function findHook(sql: Sql, workspace: Owner): Promise<HookRow> {
  const [hook] = await selectHook(sql, workspace)
  if (!hook) throw new ApiError('decision_hook_not_found')
  return hook
}

/** Every change of the hook holds the lock of the workspace's row and raises the version there. */
export async function lockForHook(tx: Tx, { bucket, id }: Owner): Promise<void> {
  const [owner] = await lockWorkspaceById(tx, bucket, id)
  if (!owner?.live) throw new WorkspaceReplaced()
  await tx`
    update workspaces set decision_hook_version = decision_hook_version + 1 where bucket = ${bucket} and id = ${id}`
}
