import Type from 'typebox'
import { createApiKey, type OwnKeyRow, revokeApiKey, selectKeysOf } from '../accounts/api-keys.ts'
import { appendAudit } from '../accounts/audit-log.ts'
import { environmentName } from '../accounts/environments.ts'
import { readBothClocks } from '../accounts/read-workspace-time.ts'
import { lockRights, rightsOf, storeRights } from '../accounts/stored-rights.ts'
import type { Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import { selectBudgets } from '../engine/key-budgets.ts'
import { refuse } from '../engine/refusal.ts'
import { ApiError } from '../errors.ts'
import { read, write } from '../http/route.ts'
import { parseId, publicId, type Uuid } from '../ids.ts'
import { narrowedRights, readRights } from '../keys/asked-rights.ts'
import { presentRights, type ShownRights } from '../keys/key-shape.ts'
import type { Services } from '../services.ts'
import { DashboardKey, DashboardKeys, MadeDashboardKey, NarrowedDashboardKey, NewDashboardKey } from './shapes/keys.ts'

const MAX_KEYS = 100

export const listKeys = read({
  method: 'GET',
  url: '/keys',
  operationId: 'listKeys',
  tag: 'Dashboard',
  access: 'keys',
  summary: 'List the API keys of this environment',
  reply: { 200: DashboardKeys },
  async read({ sql, workspace, services }): Promise<DashboardKeys> {
    return { data: await presentKeys(sql, workspace, services, await selectKeysOf(sql, workspace)) }
  },
})

export const createKey = write({
  method: 'POST',
  url: '/keys',
  operationId: 'createKey',
  tag: 'Dashboard',
  access: 'keys',
  freshly: 'always',
  summary: 'Make an API key and show it, once',
  body: NewDashboardKey,
  check({ body }) {
    if (body.read_only && (body.scopes || body.kind === 'agent'))
      throw new ApiError('invalid_request', 'A key is read only, or has scopes of its own.', { param: 'read_only' })
  },
  reply: { 201: MadeDashboardKey },
  secretAnswer: true,
  async write({ tx, workspace, body, services, caller }) {
    const { accountId, environment, person } = workspace
    const inUse = (await selectKeysOf(tx, workspace)).filter((row) => row.revoked_at === null)
    if (inUse.length >= MAX_KEYS)
      throw new ApiError('invalid_state', `There are ${MAX_KEYS} keys already; revoke one first.`)
    const now = services.clock()
    const { id, key } = await createApiKey(tx, {
      accountId,
      environment,
      name: body.name.trim(),
      ...(body.read_only && { readOnly: true }),
      rights: await readRights(tx, workspace, body, now),
      createdBy: person!.id,
      now,
    })
    await appendAudit(tx, workspace, { action: 'key.create', subject: id, caller, at: now })
    const made: MadeDashboardKey = { ...(await findKey(tx, workspace, services, id)), key }
    return { status: 201, body: made }
  },
})

export const narrowKey = write({
  method: 'PATCH',
  url: '/keys/:id',
  operationId: 'narrowKey',
  tag: 'Dashboard',
  access: 'keys',
  freshly: 'always',
  summary: 'Take rights from a key, or rename it',
  params: Type.Object({ id: Type.String() }),
  body: NarrowedDashboardKey,
  reply: { 200: DashboardKey },
  async write({ tx, workspace, params, body, changes, services, caller }) {
    const { name, ...asked } = body
    await findKey(tx, workspace, services, params.id)
    const key = await lockRights(tx, uuidOf(params.id))
    if (!key) return refuse('invalid_state', 'The key is revoked; nothing is left to narrow.')
    const now = services.clock()
    await storeRights(tx, await narrowedRights(tx, workspace, key, asked, now), name?.trim())
    await appendAudit(tx, workspace, { action: 'key.narrow', subject: params.id, caller, at: now })
    // As for a revocation, the answer is sent once no process on this machine remembers the old rights.
    changes.onCommit(() => services.credentials.forgetWorkspace(workspace.id))
    return { status: 200, body: await findKey(tx, workspace, services, params.id) }
  },
})

export const revokeKey = write({
  method: 'DELETE',
  url: '/keys/:id',
  operationId: 'revokeKey',
  tag: 'Dashboard',
  access: 'keys',
  freshly: 'always',
  summary: 'Revoke a key permanently',
  params: Type.Object({ id: Type.String() }),
  reply: { 200: DashboardKey },
  async write({ tx, workspace, params, changes, services, caller }) {
    const before = await findKey(tx, workspace, services, params.id)
    const now = services.clock()
    if (await revokeApiKey(tx, uuidOf(params.id), now))
      await appendAudit(tx, workspace, { action: 'key.revoke', subject: before.id, caller, at: now })
    // The answer is sent when no process on this machine accepts the key any more; on other machines that takes up to a second.
    changes.onCommit(() => services.credentials.forgetWorkspace(workspace.id))
    return { status: 200, body: await findKey(tx, workspace, services, params.id) }
  },
})

/** A key of another account or environment is answered like one that does not exist. */
async function findKey(sql: Sql, workspace: Workspace, services: Services, id: string): Promise<DashboardKey> {
  const rows = await selectKeysOf(sql, workspace, uuidOf(id))
  const [key] = await presentKeys(sql, workspace, services, rows)
  if (!key) throw new ApiError('not_found', 'No such key.')
  return key
}

function uuidOf(id: string): Uuid {
  const parsed = parseId('key', id)
  if (!parsed) throw new ApiError('not_found', 'No such key.')
  return parsed.uuid
}

/** Includes what is used of their budgets, whose windows are of workspace time. */
async function presentKeys(
  sql: Sql,
  workspace: Workspace,
  services: Services,
  rows: readonly OwnKeyRow[],
): Promise<DashboardKey[]> {
  const withBudget = rows.filter((row) => row.budget_cents !== null)
  const [budgets, clock] = await Promise.all([
    selectBudgets(
      sql,
      withBudget.map(({ id }) => ({ workspace, needs: { budgetOf: id } })),
    ),
    readBothClocks(sql, workspace, services),
  ])
  const used = new Map(budgets.map((row) => [row.key_id, row]))
  return rows.map((row) =>
    present(row, presentRights(rightsOf(row), workspace.bucket, { budget: used.get(row.id), clock })),
  )
}

function present(row: OwnKeyRow, rights: ShownRights): DashboardKey {
  return {
    id: publicId('key', 0, row.id),
    name: row.name,
    environment: environmentName(row.environment),
    hint: row.hint,
    ...(rights as Pick<DashboardKey, keyof ShownRights>),
    all_scopes: row.scopes === null && !row.read_only,
    created_at: row.created_at.toISOString(),
    created_by: row.created_by_name,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    scope_uses: row.scope_uses,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  }
}
