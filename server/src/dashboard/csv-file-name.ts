import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'

const MAX_NAME = 40
const DATE = /^\d{4}-\d{2}-\d{2}$/

type Period = { from?: string | undefined; to?: string | undefined }

/**
 * A name that says what the file contains: `acme-sandbox-purchases-2026-10-01-to-2026-10-31.csv`. Without a period, it
 * names the last day.
 */
export async function csvFileName(sql: Sql, workspace: Workspace, what: string, period: Period, now: Date) {
  const [account] = await sql<{ name: string }[]>`select name from accounts where id = ${workspace.accountId}`
  const name = plain(account?.name ?? '').slice(0, MAX_NAME)
  return `${[name, workspace.environment, what, periodOf(period, now)].filter(Boolean).join('-')}.csv`
}

/** Reduces a text to letters and digits that are safe in every file system and in a header. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

const HALF_DAY_MS = 43_200_000

/**
 * The pages ask for whole days of a time zone, as instants. Noon of such a day has the same date in UTC, except in the
 * few zones that are more than half a day away.
 */
function periodOf({ from, to }: Period, now: Date): string {
  const end = to === undefined ? dateOf(now.getTime()) : dayOf(to, -HALF_DAY_MS)
  return from === undefined ? `until-${end}` : `${dayOf(from, HALF_DAY_MS)}-to-${end}`
}

function dayOf(text: string, towardsNoonMs: number): string {
  return DATE.test(text) ? text : dateOf(Date.parse(text) + towardsNoonMs)
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
