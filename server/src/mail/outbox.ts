// The outbox of mails. A mail is written in the transaction of the event it reports, and the worker sends it. The text
// is sealed, since it may contain a link that signs somebody in, and is deleted once the mail was sent or given up.

import type { Sql, Tx } from '../database/database.ts'
import { newUuid, type Uuid } from '../ids.ts'
import type { Vault } from '../vault/vault.ts'
import type { MailContent } from './compose-mail.ts'

const MINUTE_MS = 60_000
/** The delay after each failed attempt. After the last delay, some nine hours in total, the mail is given up. */
const DELAYS_MS = [1, 5, 15, 60, 180, 300].map((minutes) => minutes * MINUTE_MS)
export const MAX_ATTEMPTS = DELAYS_MS.length + 1
/** Rows are kept for more than a day after the last attempt, so that the same mail is not queued again. */
const KEPT_MS = 2 * 24 * 3_600_000

export type NewMail = { userId: Uuid | null; recipient: string; occasion: string; content: MailContent; at: Date }
export type DueMail = { id: Uuid; recipient: string; content_sealed: Buffer; attempts: number }

export function queueMail(tx: Tx, vault: Vault, { userId, recipient, occasion, content, at }: NewMail) {
  const id = newUuid()
  return tx`
    insert into mail_outbox (id, user_id, recipient, occasion, content_sealed, next_attempt_at, created_at)
    values (${id}, ${userId}, ${recipient}, ${occasion}, ${vault.seal(JSON.stringify(content), contextOf(id))}, ${at}, ${at})
    on conflict (occasion) do nothing`
}

export async function openContent(vault: Vault, { id, content_sealed }: DueMail): Promise<MailContent> {
  return JSON.parse((await vault.open(content_sealed, contextOf(id))).toString())
}

function contextOf(id: Uuid): string {
  return `mail:${id}`
}

export async function countRecentMails(sql: Sql, userId: Uuid, since: Date): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from (
      select 1 from mail_outbox where user_id = ${userId} and created_at > ${since} limit 1000) as recent`
  return row!.count
}

/** The attempt is counted before it is made, so that a mail that crashes the process is not retried for ever. */
export async function claimDueMails(tx: Tx, now: Date, limit: number): Promise<DueMail[]> {
  const due = await tx<DueMail[]>`
    select id, recipient, content_sealed, attempts from mail_outbox where next_attempt_at <= ${now}
    order by next_attempt_at limit ${limit} for update skip locked`
  for (const mail of due) {
    const delay = DELAYS_MS[mail.attempts]
    const next = delay === undefined ? null : new Date(now.getTime() + delay)
    await tx`update mail_outbox set attempts = attempts + 1, next_attempt_at = ${next} where id = ${mail.id}`
  }
  return due
}

export function endMail(sql: Sql, id: Uuid) {
  return sql`update mail_outbox set next_attempt_at = null, content_sealed = null where id = ${id}`
}

export async function pruneMails(tx: Tx, now: Date, limit: number): Promise<number> {
  const gone = await tx`
    delete from mail_outbox where id in (
      select id from mail_outbox where created_at < ${new Date(now.getTime() - KEPT_MS)} order by created_at limit ${limit}) returning 1`
  return gone.length
}
