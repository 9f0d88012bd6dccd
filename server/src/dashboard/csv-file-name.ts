import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'

const MAX_NAME = 40

type Period = { from?: string | undefined; to?: string | undefined }

/** Says what the file holds: `acme-sandbox-purchases-2026-10-01-to-2026-10-31.csv`. Without a period, until when it reaches. */
export async function csvFileName(sql: Sql, workspace: Workspace, what: string, period: Period, now: Date) {
  const [account] = await sql<{ name: string }[]>`select name from accounts where id = ${workspace.accountId}`
  const name = plain(account?.name ?? '').slice(0, MAX_NAME)
  return `${[name, workspace.environment, what, periodOf(period, now)].filter(Boolean).join('-')}.csv`
}

/** Letters and digits that every file system and every header can carry. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

function periodOf({ from, to }: Period, now: Date): string {
  const end = day(to ?? now.toISOString())
  return from === undefined ? `until-${end}` : `${day(from)}-to-${end}`
}

function day(text: string): string {
  return text.slice(0, 10)
}
