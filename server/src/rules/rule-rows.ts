// The SQL of rules, their versions and the sets that they form.

import { plainArray } from '../database/arrays.ts'
import { fragment, type Sql, type Tx } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { idOf } from '../http/schemas.ts'
import type { Uuid, WorkspaceKey } from '../ids.ts'
import { actionNames, type RuleVersion, stateNames } from './compile-rule.ts'
import { actionCode, MAX_RULES, type RuleRow, stateCode } from './rule.ts'

type StoredVersion = Omit<RuleVersion, 'action' | 'state'> & { action: number; state: number }

const versionColumns = fragment`v.bucket, v.workspace_id, v.rule_id, v.version, v.name, v.action, v.state, v.conditions, to_jsonb(v.card_ids) as card_ids, v.created_at`

function asVersion(row: StoredVersion): RuleVersion {
  return { ...row, action: actionNames[row.action - 1]!, state: stateNames[row.state - 1]! }
}

/** All rules of a workspace, in the order in which they were created. */
export function selectRules(sql: Sql, { bucket, id }: WorkspaceKey) {
  return sql<RuleRow[]>`
    select bucket, id, workspace_id, version, created_at, updated_at from rules
    where bucket = ${bucket} and workspace_id = ${id} and deleted_at is null order by id limit ${MAX_RULES}`
}

export async function findRule(sql: Sql, workspace: WorkspaceKey, ruleId: string): Promise<RuleRow> {
  const [row] = await sql<RuleRow[]>`
    select bucket, id, workspace_id, version, created_at, updated_at from rules
    where bucket = ${workspace.bucket} and id = ${idOf('rule', workspace, ruleId)} and workspace_id = ${workspace.id}
      and deleted_at is null`
  if (!row) throw new ApiError('rule_not_found')
  return row
}

type Named = { rule_id: Uuid; version: number }

/** In the order in which they are named. */
export async function selectVersions(
  sql: Sql,
  { bucket, id }: WorkspaceKey,
  named: readonly Named[],
): Promise<RuleVersion[]> {
  if (named.length === 0) return []
  const rows = await sql<StoredVersion[]>`
    select ${versionColumns} from unnest(
      ${plainArray(named.map((each) => each.rule_id))}::text::uuid[], ${plainArray(named.map((each) => each.version))}::text::integer[]
    ) with ordinality as r (rule_id, version, place)
    join rule_versions v on v.bucket = ${bucket} and v.workspace_id = ${id} and v.rule_id = r.rule_id and v.version = r.version
    order by r.place`
  return rows.map(asVersion)
}

export async function findVersion(sql: Sql, workspace: WorkspaceKey, rule: RuleRow): Promise<RuleVersion> {
  const [version] = await selectVersions(sql, workspace, [{ rule_id: rule.id, version: rule.version }])
  return version!
}

/** Newest first, those before a number. */
export async function selectVersionsBefore(sql: Sql, rule: RuleRow, before: number, limit: number) {
  const rows = await sql<StoredVersion[]>`
    select ${versionColumns} from rule_versions v
    where v.bucket = ${rule.bucket} and v.workspace_id = ${rule.workspace_id} and v.rule_id = ${rule.id} and v.version < ${before}
    order by v.version desc limit ${limit}`
  return rows.map(asVersion)
}

export async function insertVersion(tx: Tx, v: RuleVersion): Promise<void> {
  await tx`
    insert into rule_versions (bucket, workspace_id, rule_id, version, name, action, state, conditions, card_ids, created_at)
    values (${v.bucket}, ${v.workspace_id}, ${v.rule_id}, ${v.version}, ${v.name}, ${actionCode(v.action)}, ${stateCode(v.state)},
      ${JSON.stringify(v.conditions)}::text::jsonb, ${v.card_ids && plainArray(v.card_ids)}::text::uuid[], ${v.created_at})`
}

export async function insertRule(tx: Tx, rule: RuleRow): Promise<void> {
  await tx`
    insert into rules (bucket, id, workspace_id, version, created_at, updated_at)
    values (${rule.bucket}, ${rule.id}, ${rule.workspace_id}, ${rule.version}, ${rule.created_at}, ${rule.updated_at})`
}

export async function storeRule(tx: Tx, rule: RuleRow): Promise<void> {
  await tx`
    update rules set version = ${rule.version}, updated_at = ${rule.updated_at}
    where bucket = ${rule.bucket} and id = ${rule.id} and workspace_id = ${rule.workspace_id}`
}

export async function markDeleted(tx: Tx, rule: RuleRow, now: Date): Promise<void> {
  await tx`
    update rules set deleted_at = ${now}
    where bucket = ${rule.bucket} and id = ${rule.id} and workspace_id = ${rule.workspace_id}`
}

/** Stores the current rules as a set with the next number. This transaction must have locked the workspace's row. */
export async function insertNextSet(tx: Tx, workspace: WorkspaceKey, now: Date): Promise<void> {
  const rules = await selectRules(tx, workspace)
  const versions = await selectVersions(
    tx,
    workspace,
    rules.map(({ id, version }) => ({ rule_id: id, version })),
  )
  const evaluated = versions.filter(({ state }) => state !== 'off')
  const [next] = await tx<{ rules_version: number }[]>`
    update workspaces set rules_version = rules_version + 1 where bucket = ${workspace.bucket} and id = ${workspace.id}
    returning rules_version`
  await tx`
    insert into rule_sets (bucket, workspace_id, version, rule_ids, versions, created_at)
    values (${workspace.bucket}, ${workspace.id}, ${next!.rules_version}, ${plainArray(evaluated.map((each) => each.rule_id))}::text::uuid[],
      ${plainArray(evaluated.map((each) => each.version))}::text::integer[], ${now})`
}

/** Undefined where there is none of that number. */
export async function findSet(sql: Sql, workspace: WorkspaceKey, version: number): Promise<RuleVersion[] | undefined> {
  const [row] = await sql<{ rule_ids: Uuid[]; versions: number[] }[]>`
    select to_jsonb(rule_ids) as rule_ids, versions from rule_sets
    where bucket = ${workspace.bucket} and workspace_id = ${workspace.id} and version = ${version}`
  if (!row) return undefined
  const named = row.rule_ids.map((rule_id, place) => ({ rule_id, version: row.versions[place]! }))
  return selectVersions(sql, workspace, named)
}

/** The ids among these that are cards of the workspace. */
export async function selectCardsAmong(
  sql: Sql,
  { bucket, id }: WorkspaceKey,
  ids: readonly Uuid[],
): Promise<Set<Uuid>> {
  // With a condition on the workspace, a planner without statistics would use the index by workspace instead of the key.
  const rows = await sql<{ id: Uuid; workspace_id: Uuid }[]>`
    select c.id, c.workspace_id from unnest(${plainArray(ids)}::text::uuid[]) as r (id)
    join cards c on c.bucket = ${bucket} and c.id = r.id`
  return new Set(rows.filter((row) => row.workspace_id === id).map((row) => row.id))
}
