// Resolves a person's session to the workspace of the person's account in the environment that the request names.

import type { Workspace } from '../accounts/workspace.ts'
import { textArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import { publicId, type Uuid } from '../ids.ts'
import { environmentName } from './environments.ts'
import { roleName } from './roles.ts'

/** A session ends a week after sign-in, however much it is used. */
export const MAX_SESSION_MS = 7 * 24 * 3_600_000

type ResolvedSession = {
  token: string
  id: Uuid
  user_id: Uuid
  authenticated_at: Date
  role: number
  must_enrol: boolean
  account_id: Uuid
  environment: number
  bucket: number
  workspace_id: Uuid
}

/** The workspaces of each session, by its token. An ended session has none. */
export async function findWorkspacesBySessions(
  sql: Sql,
  tokens: readonly string[],
  now: Date,
): Promise<Map<string, Workspace[]>> {
  const rows = await sql<ResolvedSession[]>`
    select s.token, s.id, s.user_id, s.authenticated_at, u.role, u.account_id,
      a.require_two_factor and not u.two_factor_enabled as must_enrol, r.environment, r.bucket, r.workspace_id
    from unnest(${textArray(tokens)}::text::text[]) as asked (token)
    join user_sessions s on s.token = asked.token
    join users u on u.id = s.user_id
    join accounts a on a.id = u.account_id
    join workspace_routes r on r.account_id = u.account_id
    where s.expires_at > ${now}`
  const found = new Map<string, Workspace[]>()
  for (const row of rows) found.set(row.token, [...(found.get(row.token) ?? []), workspaceOf(row)])
  return found
}

function workspaceOf(row: ResolvedSession): Workspace {
  const environment = environmentName(row.environment)
  return {
    bucket: row.bucket,
    id: row.workspace_id,
    accountId: row.account_id,
    environment,
    actor: publicId('user', 0, row.user_id),
    person: {
      id: row.user_id,
      sessionId: row.id,
      role: roleName(row.role),
      authenticatedAt: row.authenticated_at,
      mustEnrol: row.must_enrol,
    },
    limitScope: `person:${row.user_id}:${environment}`, // several sessions of one person share one limit
  }
}

/** Extends the sessions by `idleMs`, but never beyond `MAX_SESSION_MS` in total. */
export function touchSessions(sql: Sql, tokens: readonly string[], now: Date, idleMs: number) {
  return sql`
    update user_sessions s set updated_at = ${now},
      expires_at = least(s.created_at + ${MAX_SESSION_MS / 1_000}::integer * interval '1 second', ${new Date(now.getTime() + idleMs)})
    where s.token in (select asked.token from unnest(${textArray(tokens)}::text::text[]) as asked (token))
      and s.expires_at > ${now}`
}

/** The person has just reauthenticated. */
export function markAuthenticated(sql: Sql, sessionId: Uuid, now: Date) {
  return sql`update user_sessions set authenticated_at = ${now}, updated_at = ${now} where id = ${sessionId}`
}
