// Puts the mails of new notifications into the outbox, in the transaction that makes the notifications.

import { environmentName } from '../accounts/environments.ts'
import { roleName } from '../accounts/roles.ts'
import type { Tx } from '../database/database.ts'
import type { Uuid, WorkspaceKey } from '../ids.ts'
import { countRecentMails, queueMail } from '../mail/outbox.ts'
import type { Services } from '../services.ts'
import { kindsFor, type NewNotification, notificationKinds } from './kinds.ts'
import { mailOf } from './words.ts'

/** The limit for one person, so that a shop that asks for many passcodes cannot fill a mailbox. */
const MAX_MAILS_PER_HOUR = 20
const MAX_RECIPIENTS = 100

type Owner = WorkspaceKey & { accountId: Uuid; environment: number }
type Recipient = { id: Uuid; email: string; role: number; mail: number[] }

export async function mailNotifications(
  tx: Tx,
  { vault, config }: Pick<Services, 'vault' | 'config'>,
  { id, accountId, environment }: Owner,
  notifications: readonly NewNotification[],
  at: Date,
): Promise<void> {
  if (!config.mail || notifications.length === 0) return
  const name = environmentName(environment)
  for (const person of await selectRecipients(tx, accountId)) {
    const allowed = kindsFor(roleName(person.role), name)
    const wanted = notifications.filter(
      ({ kind }) => allowed.includes(kind) && person.mail.includes(notificationKinds[kind]),
    )
    if (wanted.length === 0) continue
    const room = MAX_MAILS_PER_HOUR - (await countRecentMails(tx, person.id, new Date(at.getTime() - 3_600_000)))
    for (const notification of wanted.slice(0, Math.max(0, room)))
      await queueMail(tx, vault, {
        userId: person.id,
        recipient: person.email,
        occasion: `${person.id} ${id} ${notification.occasion}`,
        content: mailOf(config, notification, name),
        at,
      })
  }
}

function selectRecipients(tx: Tx, accountId: Uuid) {
  return tx<Recipient[]>`
    select u.id, u.email, u.role, s.mail from users u join user_notification_settings s on s.user_id = u.id
    where u.account_id = ${accountId} and cardinality(s.mail) > 0 order by u.created_at, u.id limit ${MAX_RECIPIENTS}`
}
