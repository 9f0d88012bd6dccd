// The rows of reveal sessions. A session is found by its id, which says where its row is stored, and opened by its token, of
// which only the hash is stored.

import { createHash, randomBytes } from 'node:crypto'
import { bulk, smallint, uuid } from '../database/bulk.ts'
import type { Sql, Tx } from '../database/database.ts'
import type { Uuid, WorkspaceKey } from '../ids.ts'
import type { RevealTheme } from './theme.ts'

export const VALID_MS = 5 * 60_000
/** Kept this long, so that a late page can tell its parent that the session has expired. */
const KEPT_MS = 24 * 3_600_000
const TOKEN_BYTES = 32
export const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/

export type RevealSession = {
  bucket: number
  id: Uuid
  workspace_id: Uuid
  card_id: Uuid
  origin: string
  theme: RevealTheme
  actor: string
  expires_at: Date
  /** Only a signed-in person opens it, in the dashboard; its token was given to nobody. */
  for_person: boolean
}

/** Returns the token, which nobody can read again. */
export async function insertSession(tx: Tx, s: RevealSession): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await tx`
    insert into reveal_sessions (bucket, id, workspace_id, card_id, token_hash, origin, theme, actor, expires_at, for_person)
    values (${s.bucket}, ${s.id}, ${s.workspace_id}, ${s.card_id}, ${hashOf(token)}, ${s.origin}, ${JSON.stringify(s.theme)}::text::jsonb,
      ${s.actor}, ${s.expires_at}, ${s.for_person})`
  return token
}

/** Includes expired and opened sessions, since their page settings are not secret. A link for a person is no page of its own. */
export async function findSession(
  sql: Sql,
  { bucket, id }: { bucket: number; id: Uuid },
): Promise<RevealSession | undefined> {
  const [row] = await sql<RevealSession[]>`
    select bucket, id, workspace_id, card_id, origin, theme, actor, expires_at, for_person from reveal_sessions
    where bucket = ${bucket} and id = ${id} and not for_person`
  return row
}

export type RevealLink = Pick<
  RevealSession,
  'bucket' | 'id' | 'workspace_id' | 'card_id' | 'origin' | 'actor' | 'expires_at'
> & {
  opened_at: Date | null
}

/** A link that an agent key has asked for. */
export async function findLink(
  sql: Sql,
  { bucket, id: owner }: WorkspaceKey,
  id: Uuid,
): Promise<RevealLink | undefined> {
  const [row] = await sql<RevealLink[]>`
    select bucket, id, workspace_id, card_id, origin, actor, expires_at, opened_at from reveal_sessions
    where bucket = ${bucket} and id = ${id} and workspace_id = ${owner} and for_person`
  return row
}

/** True for the only person who may open the link. */
export async function useLink(tx: Tx, link: RevealLink, wall: Date): Promise<boolean> {
  const used = await tx`
    update reveal_sessions set opened_at = ${wall}
    where bucket = ${link.bucket} and id = ${link.id} and workspace_id = ${link.workspace_id} and for_person
      and opened_at is null and expires_at > ${wall}
    returning 1`
  return used.length > 0
}

/**
 * True for the only caller that may show the number. A second caller at the same moment waits here for the first transaction:
 * after its commit the row no longer matches, and after its rollback it does.
 */
export async function useSession(tx: Tx, session: RevealSession, token: string, wall: Date): Promise<boolean> {
  const used = await tx`
    update reveal_sessions set opened_at = ${wall}
    where bucket = ${session.bucket} and id = ${session.id} and workspace_id = ${session.workspace_id}
      and token_hash = ${hashOf(token)} and not for_person and opened_at is null and expires_at > ${wall}
    returning 1`
  return used.length > 0
}

/** A plain hash is enough for 32 random bytes, since they cannot be guessed. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

type Ended = { bucket: number; id: Uuid }

/** Deletes sessions that ended long ago, a bounded number at a time, and returns how many it found. */
export async function pruneSessions(tx: Tx, wall: Date, limit: number): Promise<number> {
  const rows = await tx<Ended[]>`
    select bucket, id from reveal_sessions where expires_at < ${new Date(wall.getTime() - KEPT_MS)}
    order by expires_at limit ${limit}`
  if (rows.length > 0) await deleteEnded(tx, rows)
  return rows.length
}

const deleteEnded = bulk<Ended>(
  { id: uuid((row) => row.id), bucket: smallint((row) => row.bucket) },
  ({ rows, inBucket }) => `
    delete from reveal_sessions s using ${rows} where ${inBucket('s')} and s.id = r.id`,
)
