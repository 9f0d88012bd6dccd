// Notifies people of an endpoint that fails or was switched off, in the transaction that writes the outcomes of its
// deliveries.

import type { Tx } from '../database/database.ts'
import type { WorkspaceKey } from '../ids.ts'
import { publicId, type Uuid } from '../ids.ts'
import type { Services } from '../services.ts'
import { type NewNotification, notificationKinds } from './kinds.ts'
import { mailNotifications } from './mail-notifications.ts'

/** People are told after this many failed attempts of one delivery, about five minutes after the first. */
export const FAILED_ATTEMPTS = 3

export type WebhookNotice = {
  place: WorkspaceKey
  webhookId: Uuid
  url: string
  failingSince: Date
  isDisabled: boolean
}
type Needs = Pick<Services, 'vault' | 'config' | 'clock'>

/** Notifies once each time that an endpoint starts to fail, and once when it is switched off. */
export async function notifyOfWebhook(tx: Tx, needs: Needs, notice: WebhookNotice): Promise<void> {
  const { place, webhookId, url, failingSince, isDisabled } = notice
  const notification: NewNotification = {
    kind: 'failing_webhook',
    occasion: `webhook ${webhookId} ${isDisabled ? 'off' : 'failing'} ${failingSince.toISOString()}`,
    subjectId: webhookId,
    facts: {
      webhook_id: publicId('webhook', place.bucket, webhookId),
      host: new URL(url).host, // the rest of the URL may contain a secret
      is_disabled: isDisabled,
    },
  }
  const at = needs.clock()
  if (!(await insertNotification(tx, place, notification, at))) return
  const [owner] = await tx<{ account_id: Uuid; environment: number }[]>`
    select account_id, environment from workspaces where bucket = ${place.bucket} and id = ${place.id}`
  if (!owner) return
  await mailNotifications(
    tx,
    needs,
    { ...place, accountId: owner.account_id, environment: owner.environment },
    [notification],
    at,
  )
}

/**
 * Returns false when people were already told, or when the workspace has been replaced. Locking the cursor's row first
 * makes concurrent inserts take turns.
 */
async function insertNotification(
  tx: Tx,
  { bucket, id }: WorkspaceKey,
  { kind, occasion, subjectId, facts }: NewNotification,
  at: Date,
): Promise<boolean> {
  const [next] = await tx<{ last_sequence: bigint }[]>`
    update notification_cursors set last_sequence = last_sequence + 1
    where bucket = ${bucket} and workspace_id = ${id} and not exists (
      select from notifications where bucket = ${bucket} and workspace_id = ${id} and occasion = ${occasion})
    returning last_sequence`
  if (!next) return false
  await tx`
    insert into notifications (bucket, workspace_id, sequence, kind, occasion, subject_id, facts, created_at)
    values (${bucket}, ${id}, ${next.last_sequence}, ${notificationKinds[kind]}, ${occasion}, ${subjectId},
      ${JSON.stringify(facts)}::text::jsonb, ${at})
    on conflict on constraint notifications_occasion_uq do nothing`
  return true
}
