// Deletes links, sessions, unfinished sign-ins and counted failures and mails that have expired.

import { LOCK_OUT_MS } from '../config/rate-limits.ts'
import type { Tx } from '../database/database.ts'

/** Deletes at most `limit` of each kind, and returns the largest number deleted of one kind. */
export async function prunePeople(tx: Tx, now: Date, limit: number): Promise<number> {
  const pruned = [
    await tx`
      delete from user_links where token_hash in (
        select token_hash from user_links where expires_at <= ${now} limit ${limit}) returning 1`,
    await tx`
      delete from user_sessions where id in (
        select id from user_sessions where expires_at <= ${now} limit ${limit}) returning 1`,
    await tx`
      delete from user_verifications where id in (
        select id from user_verifications where expires_at <= ${now} limit ${limit}) returning 1`,
    // A lock lasts one window, and begins at most one window after the first failure.
    await tx`
      delete from sign_in_failures where subject in (
        select subject from sign_in_failures where since < ${new Date(now.getTime() - 2 * LOCK_OUT_MS)} limit ${limit}) returning 1`,
    // The longest limit on mailed links counts a day.
    await tx`
      delete from link_mails where id in (
        select id from link_mails where created_at < ${new Date(now.getTime() - 24 * 3_600_000)} limit ${limit}) returning 1`,
  ]
  return Math.max(...pruned.map((rows) => rows.length))
}
