// Who may bring passcodes to an endpoint. Creating, redirecting, turning on or rotating an endpoint that passcodes can reach, and
// sending such an event again, needs the scope 3ds:read; a person needs the right `reveal`.

import type { Workspace } from '../accounts/workspace.ts'
import { mayReveal } from '../accounts/workspace.ts'
import { integerLiteral, type Tx } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { eventTypes } from '../events/event-types.ts'
import { lacksScope } from '../http/check-key.ts'
import { DeliveryStatus } from './deliveries.ts'
import type { WebhookRow } from './webhook.ts'

const CHALLENGE = eventTypes['3ds.challenge']

/** No codes mean all types. */
export function includePasscodes(codes: readonly number[]): boolean {
  return codes.length === 0 || codes.includes(CHALLENGE)
}

/** For a caller who is about to bring an event of one of these types to an endpoint. */
export function requirePasscodeRight(workspace: Workspace, codes: readonly number[]): void {
  if (includePasscodes(codes) && !mayReveal(workspace)) throw lacksRight(workspace)
}

/**
 * For a caller who is about to change where the endpoint's deliveries go or how they are signed. The endpoint's row is locked, so
 * nothing is being handed out to it. An endpoint that no longer subscribes to passcodes can still be sent one: by a delivery that
 * is queued, or by an event from before the change that has no delivery yet.
 */
export async function requireRightToRedirect(tx: Tx, workspace: Workspace, webhook: WebhookRow): Promise<void> {
  if (mayReveal(workspace)) return
  requirePasscodeRight(workspace, webhook.event_types)
  if (await isPasscodeUnderWay(tx, webhook)) throw lacksRight(workspace)
}

async function isPasscodeUnderWay(tx: Tx, { bucket, id, workspace_id }: WebhookRow): Promise<boolean> {
  const [row] = await tx<{ queued: boolean; coming: boolean }[]>`
    select exists (
        select from webhook_deliveries d
        where d.bucket = ${bucket} and d.webhook_id = ${id} and d.status = ${integerLiteral(DeliveryStatus.pending)}
          and d.event_type = ${integerLiteral(CHALLENGE)}) as queued,
      exists (
        select from webhook_subscriptions s
        join webhook_cursors c on c.bucket = s.bucket and c.workspace_id = s.workspace_id
        where s.bucket = ${bucket} and s.webhook_id = ${id} and s.workspace_id = ${workspace_id}
          and (s.event_types = '{}' or ${integerLiteral(CHALLENGE)} = any(s.event_types))
          and s.until_sequence > greatest(s.after_sequence, c.sequence)) as coming`
  return row!.queued || row!.coming
}

function lacksRight({ key, person, environment }: Workspace): ApiError {
  if (key) return lacksScope(key, '3ds:read')
  return new ApiError(
    'forbidden',
    `This can send a passcode. Your role, ${person!.role}, may not see passcodes in the ${environment} environment.`,
  )
}
