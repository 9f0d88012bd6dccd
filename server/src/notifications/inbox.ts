// A person's inbox: the notifications of a workspace that the person's role allows and the person has not switched off.

import type { Workspace } from '../accounts/workspace.ts'
import { type Fragment, fragment, type Sql, type Tx } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import { kindNames, kindsFor, type NotificationKind, notificationKinds } from './kinds.ts'
import { KEPT_MS } from './prune-notifications.ts'

export type PersonSettings = { inboxOff: NotificationKind[]; mail: NotificationKind[] }

export async function readSettings(sql: Sql, userId: Uuid): Promise<PersonSettings> {
  const [row] = await sql<{ inbox_off: number[]; mail: number[] }[]>`
    select inbox_off, mail from user_notification_settings where user_id = ${userId}`
  const named = (codes: number[] = []) => kindNames.filter((kind) => codes.includes(notificationKinds[kind]))
  return { inboxOff: named(row?.inbox_off), mail: named(row?.mail) }
}

export function storeSettings(tx: Tx, userId: Uuid, { inboxOff, mail }: PersonSettings, at: Date) {
  return tx`
    insert into user_notification_settings (user_id, inbox_off, mail, updated_at)
    values (${userId}, ${codes(inboxOff)}::text::smallint[], ${codes(mail)}::text::smallint[], ${at})
    on conflict (user_id) do update
      set inbox_off = excluded.inbox_off, mail = excluded.mail, updated_at = excluded.updated_at`
}

/** An array in the syntax of PostgreSQL: `{1,3}`. */
export function codes(kinds: readonly NotificationKind[]): string {
  return `{${kinds.map((kind) => notificationKinds[kind]).join(',')}}`
}

/** The condition for notifications in this person's inbox. The rest of the `where` must name the workspace. */
export async function inInbox(sql: Sql, { person, environment }: Workspace, now: Date): Promise<Fragment> {
  const { inboxOff } = await readSettings(sql, person!.id)
  const shown = kindsFor(person!.role, environment).filter((kind) => !inboxOff.includes(kind))
  return fragment`n.kind = any(${codes(shown)}::text::smallint[]) and n.created_at >= ${new Date(now.getTime() - KEPT_MS)}`
}

/** The person has read all notifications up to this sequence. */
export async function readMark(sql: Sql, { bucket, id, person }: Workspace): Promise<bigint> {
  const [row] = await sql<{ through: bigint }[]>`
    select through from notification_marks
    where bucket = ${bucket} and workspace_id = ${id} and user_id = ${person!.id}`
  return row?.through ?? 0n
}

/** The condition for notifications after the mark that the person has not read one by one. */
export function unreadAfter({ bucket, id, person }: Workspace, mark: bigint): Fragment {
  return fragment`and n.sequence > ${mark} and not exists (
    select from notification_reads r where r.bucket = ${bucket} and r.workspace_id = ${id} and r.user_id = ${person!.id}
      and r.sequence = n.sequence)`
}
