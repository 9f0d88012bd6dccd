import Type from 'typebox'
import { createApiKey, type OwnKeyRow, revokeApiKey, selectKeysOf } from '../accounts/api-keys.ts'
import { appendAudit } from '../accounts/audit-log.ts'
import { environmentName, type Workspace } from '../accounts/workspace.ts'
import type { Sql } from '../database/database.ts'
import { ApiError } from '../http/errors.ts'
import { read, write } from '../http/route.ts'
import { parseId, publicId, type Uuid } from '../ids.ts'
import { DashboardKey, DashboardKeys, MadeDashboardKey, NewDashboardKey } from './shapes/keys.ts'

const MOST_KEYS = 100

export const listKeys = read({
  method: 'GET',
  url: '/keys',
  operationId: 'listKeys',
  tag: 'Dashboard',
  access: 'keys',
  summary: 'List the API keys of this environment',
  reply: { 200: DashboardKeys },
  async read({ sql, workspace }): Promise<DashboardKeys> {
    return { data: (await selectKeysOf(sql, workspace)).map(present) }
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
  reply: { 201: MadeDashboardKey },
  secretAnswer: true,
  async write({ tx, workspace, body, services, caller }) {
    const { accountId, environment, person } = workspace
    const inUse = (await selectKeysOf(tx, workspace)).filter((row) => row.revoked_at === null)
    if (inUse.length >= MOST_KEYS)
      throw new ApiError('invalid_state', `There are ${MOST_KEYS} keys already; revoke one first.`)
    const now = services.clock()
    const { id, key } = await createApiKey(tx, {
      accountId,
      environment,
      name: body.name.trim(),
      readOnly: body.read_only ?? false,
      createdBy: person!.id,
      now,
    })
    await appendAudit(tx, workspace, { action: 'key.create', subject: id, caller, at: now })
    const made: MadeDashboardKey = { ...(await findKey(tx, workspace, id)), key }
    return { status: 201, body: made }
  },
})

export const revokeKey = write({
  method: 'DELETE',
  url: '/keys/:id',
  operationId: 'revokeKey',
  tag: 'Dashboard',
  access: 'keys',
  freshly: 'always',
  summary: 'Make a key useless, for good',
  params: Type.Object({ id: Type.String() }),
  reply: { 200: DashboardKey },
  async write({ tx, workspace, params, changes, services, caller }) {
    const before = await findKey(tx, workspace, params.id)
    const now = services.clock()
    if (await revokeApiKey(tx, uuidOf(params.id), now))
      await appendAudit(tx, workspace, { action: 'key.revoke', subject: before.id, caller, at: now })
    // Answered when no process of this machine takes the key any more; on other machines that is within a second.
    changes.onCommit(() => services.credentials.forgetWorkspace(workspace.id))
    return { status: 200, body: await findKey(tx, workspace, params.id) }
  },
})

/** A key of another account or environment is as unknown as one that never was. */
async function findKey(sql: Sql, workspace: Workspace, id: string): Promise<DashboardKey> {
  const [row] = await selectKeysOf(sql, workspace, uuidOf(id))
  if (!row) throw new ApiError('not_found', 'No such key.')
  return present(row)
}

function uuidOf(id: string): Uuid {
  const parsed = parseId('key', id)
  if (!parsed) throw new ApiError('not_found', 'No such key.')
  return parsed.uuid
}

function present(row: OwnKeyRow): DashboardKey {
  return {
    id: publicId('key', 0, row.id),
    name: row.name,
    environment: environmentName(row.environment),
    hint: row.hint,
    read_only: row.read_only,
    created_at: row.created_at.toISOString(),
    created_by: row.created_by_name,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  }
}
