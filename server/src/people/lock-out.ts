// Wrong passwords and codes are counted by person and by address, whether or not the person exists, so that a refusal does not
// tell who exists. An attempt is counted before it is checked and given back when it succeeds, so that sending a hundred at
// once does not bypass the limit.

import { LOCK_OUT_MS, MAX_FAILED_SIGN_INS } from '../config/rate-limits.ts'
import { type Database, type Sql, type Tx, unavailable } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { addressKey } from '../http/client-address.ts'
import { publicId } from '../ids.ts'
import type { Services } from '../services.ts'
import type { Vault } from '../vault/vault.ts'
import { recordPerson } from './record-person.ts'
import { findUserByEmail } from './users.ts'

/** `person` is the e-mail address that was tried, even if nobody has it. */
export type Attempt = { person?: string; address: string; requestId: string }
type Subject = { kind: keyof typeof MAX_FAILED_SIGN_INS; hash: Buffer }

/** Counts the attempt. Throws when the person or the address is locked. */
export async function countAttempt(services: Services, attempt: Attempt): Promise<void> {
  const { database, vault, clock } = services
  const now = clock()
  for (const subject of subjectsOf(vault, attempt)) {
    const lock = await count(database, subject, now)
    if (lock?.isNew) await recordLockOut(services, attempt, subject.kind, now)
    if (lock) throw locked(lock.until, now)
  }
}

/** Recorded once per lock, in the audit log of the person who was tried. */
async function recordLockOut(
  { database }: Services,
  { person, address, requestId }: Attempt,
  kind: Subject['kind'],
  at: Date,
): Promise<void> {
  const user = person === undefined ? undefined : await findUserByEmail(database.read, person)
  if (!user) return
  const who = publicId('user', 0, user.id)
  const subject = kind === 'person' ? who : `${who}, the address ${address}`
  const act = { actor: user.id, action: 'user.lock-out', subject, caller: { requestId, ip: address }, at }
  await database.transaction((tx) => recordPerson(tx, user.account_id, act))
}

/** The attempt succeeded: resets the person's count and gives this attempt back to the address. */
export async function clearAttempt({ database, vault }: Services, attempt: Attempt): Promise<void> {
  await database.transaction(async (tx) => {
    for (const { kind, hash } of subjectsOf(vault, attempt))
      await (kind === 'person' ? clear(tx, hash) : giveBack(tx, hash))
  })
}

function subjectsOf(vault: Vault, { person, address }: Attempt): Subject[] {
  const subject = (kind: Subject['kind'], text: string) => ({ kind, hash: vault.fingerprint('attempts', kind, text) })
  return [
    ...(person === undefined ? [] : [subject('person', person.toLowerCase())]),
    subject('address', addressKey(address)),
  ]
}

async function count(
  { write }: Database,
  { kind, hash }: Subject,
  now: Date,
): Promise<{ until: Date; isNew: boolean } | undefined> {
  const rows = await countRow(write, hash, MAX_FAILED_SIGN_INS[kind], now).catch((error) => {
    throw unavailable(error)
  })
  const { locked_until: until, is_new: isNew } = rows[0]!
  return until === null ? undefined : { until, isNew }
}

function countRow(sql: Sql, hash: Buffer, max: number, now: Date) {
  const before = new Date(now.getTime() - LOCK_OUT_MS)
  const until = new Date(now.getTime() + LOCK_OUT_MS)
  return sql<{ locked_until: Date | null; is_new: boolean }[]>`
    insert into sign_in_failures as f (subject, failures, since) values (${hash}, 1, ${now})
    on conflict (subject) do update set
      failures = case when f.locked_until > ${now} then f.failures when f.since < ${before} then 1 else f.failures + 1 end,
      since = case when f.locked_until is null and f.since >= ${before} or f.locked_until > ${now} then f.since else ${now} end,
      locked_until = case when f.locked_until > ${now} then f.locked_until
        when f.since >= ${before} and f.failures + 1 > ${max} then ${until} end
    returning locked_until, coalesce(locked_until = ${until}, false) as is_new`
}

function clear(tx: Tx, hash: Buffer) {
  return tx`delete from sign_in_failures where subject = ${hash}`
}

function giveBack(tx: Tx, hash: Buffer) {
  return tx`update sign_in_failures set failures = failures - 1 where subject = ${hash} and failures > 0`
}

function locked(until: Date, now: Date): ApiError {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000)
  const message = `Too many failed attempts; try again in ${Math.ceil(seconds / 60)} minutes.`
  return new ApiError('rate_limit_exceeded', message, { retryAfterSeconds: seconds })
}
