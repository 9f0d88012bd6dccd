// The SQL of backtests. A worker that has claimed a backtest renews its claim with each step. Any worker may take an expired claim.

import { fragment, type Sql } from '../../database/database.ts'
import { ApiError } from '../../errors.ts'
import { idOf } from '../../http/schemas.ts'
import type { Uuid } from '../../ids.ts'
import type { RuleRow } from '../rule.ts'
import { type BacktestRow, BacktestStatus, type Found } from './backtest.ts'

export const MAX_SHOWN = 20
const MAX_DUE = 20

const columns = fragment`bucket, id, workspace_id, rule_id, rule_version, from_time, to_time, status, progress, found, created_at, completed_at`

export async function insertBacktest(sql: Sql, b: BacktestRow, wall: Date): Promise<void> {
  await sql`
    insert into rule_backtests (bucket, id, workspace_id, rule_id, rule_version, from_time, to_time, status, progress, found,
      lease_until, created_at)
    values (${b.bucket}, ${b.id}, ${b.workspace_id}, ${b.rule_id}, ${b.rule_version}, ${b.from_time}, ${b.to_time}, ${b.status},
      ${b.progress}, ${JSON.stringify(b.found)}::text::jsonb, ${wall}, ${b.created_at})`
}

/** Newest first. */
export function selectBacktests(sql: Sql, rule: RuleRow) {
  return sql<BacktestRow[]>`
    select ${columns} from rule_backtests
    where bucket = ${rule.bucket} and workspace_id = ${rule.workspace_id} and rule_id = ${rule.id}
    order by id desc limit ${MAX_SHOWN}`
}

export async function findBacktest(sql: Sql, rule: RuleRow, backtestId: string): Promise<BacktestRow> {
  const [row] = await sql<BacktestRow[]>`
    select ${columns} from rule_backtests
    where bucket = ${rule.bucket} and id = ${idOf('backtest', rule, backtestId)} and workspace_id = ${rule.workspace_id}
      and rule_id = ${rule.id}`
  if (!row) throw new ApiError('backtest_not_found')
  return row
}

export async function countOpen(sql: Sql, { bucket, id }: { bucket: number; id: Uuid }): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from rule_backtests
    where bucket = ${bucket} and workspace_id = ${id} and status in (1, 2)`
  return row!.count
}

export type BacktestKey = { bucket: number; id: Uuid }

/** Backtests that nobody works on, oldest first. */
export function selectDue(sql: Sql, wall: Date) {
  return sql<BacktestKey[]>`
    select bucket, id from rule_backtests where status in (1, 2) and lease_until <= ${wall} order by id limit ${MAX_DUE}`
}

/** Where to continue, and what had been found by then. `read` counts the history that had been read. */
export type Resume = { after: { at: number; id: Uuid } | null; read: number; found: Found }

export type Claimed = BacktestRow & { resume: Resume | null; attempts: number; owner: Uuid }

/** Undefined when another worker was faster. */
export async function claimBacktest(
  sql: Sql,
  { bucket, id }: BacktestKey,
  owner: Uuid,
  wall: Date,
  until: Date,
): Promise<Claimed | undefined> {
  const [row] = await sql<Omit<Claimed, 'owner'>[]>`
    update rule_backtests set status = 2, lease_owner = ${owner}, lease_until = ${until}, attempts = attempts + 1
    where bucket = ${bucket} and id = ${id} and status in (1, 2) and lease_until <= ${wall}
    returning ${columns}, resume, attempts`
  return row && { ...row, owner }
}

export type Step = { progress: number; found: Found; resume: Resume | null; until: Date }

/** False when the claim was lost. A successful step resets the count of failed attempts. */
export async function storeStep(sql: Sql, { bucket, id, owner }: Claimed, step: Step): Promise<boolean> {
  const result = await sql`
    update rule_backtests set progress = ${step.progress}, found = ${JSON.stringify(step.found)}::text::jsonb,
      resume = ${step.resume && JSON.stringify(step.resume)}::text::jsonb, lease_until = ${step.until}, attempts = 0
    where bucket = ${bucket} and id = ${id} and status = 2 and lease_owner = ${owner}`
  return result.count === 1
}

export async function endBacktest(
  sql: Sql,
  { bucket, id, owner }: Claimed,
  status: typeof BacktestStatus.completed | typeof BacktestStatus.failed,
  found: Found,
  now: Date,
): Promise<void> {
  const progress = status === BacktestStatus.completed ? 100 : 0
  await sql`
    update rule_backtests set status = ${status}, progress = greatest(progress, ${progress}), found = ${JSON.stringify(found)}::text::jsonb,
      resume = null, completed_at = ${now}
    where bucket = ${bucket} and id = ${id} and status = 2 and lease_owner = ${owner}`
}

/** Called by a worker that stops, so that the next one need not wait. */
export async function releaseBacktest(sql: Sql, { bucket, id, owner }: Claimed, wall: Date): Promise<void> {
  await sql`
    update rule_backtests set lease_until = ${wall}
    where bucket = ${bucket} and id = ${id} and status = 2 and lease_owner = ${owner}`
}
