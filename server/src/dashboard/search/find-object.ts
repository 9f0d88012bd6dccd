// Finds an object by its id, for people who may open the page that shows it. Every look-up uses a primary key.

import { Environment } from '../../accounts/environments.ts'
import { type Access, isGranted } from '../../accounts/roles.ts'
import type { Workspace } from '../../accounts/workspace.ts'
import type { Sql } from '../../database/database.ts'
import { findEvent } from '../../event-feed/event-rows.ts'
import { type IdKind, parseId, parseRequestId, publicId, type Uuid } from '../../ids.ts'
import type { FoundKind, FoundObject } from '../shapes/search.ts'

/** `parent` is the object on whose page this one is shown, when it has no page of its own. */
type Found = { parent?: Uuid }
type Finder = {
  /** The access that the object's page requires. */
  access: Access
  parentKind?: IdKind
  find(sql: Sql, workspace: Workspace, id: Uuid): Promise<readonly Found[]>
}

const finders: Record<FoundKind, Finder> = {
  card: {
    access: 'view',
    find: (sql, { bucket, id }, card) => sql`
      select 1 from cards where bucket = ${bucket} and id = ${card} and workspace_id = ${id}`,
  },
  transaction: {
    access: 'view',
    find: (sql, { bucket, id }, transaction) => sql`
      select 1 from transactions where bucket = ${bucket} and id = ${transaction} and workspace_id = ${id}`,
  },
  deposit: {
    access: 'view',
    find: (sql, { bucket, id }, deposit) => sql`
      select 1 from deposits where bucket = ${bucket} and id = ${deposit} and workspace_id = ${id}`,
  },
  challenge: {
    access: 'reveal',
    find: (sql, { bucket, id }, challenge) => sql`
      select 1 from three_ds_challenges where bucket = ${bucket} and id = ${challenge} and workspace_id = ${id}`,
  },
  event: {
    access: 'reveal',
    find: async (sql, workspace, event) => ((await findEvent(sql, workspace, event)) ? [{}] : []),
  },
  template: {
    access: 'view',
    find: (sql, { bucket, id }, template) => sql`
      select 1 from card_templates where bucket = ${bucket} and id = ${template} and workspace_id = ${id}`,
  },
  spend_request: {
    access: 'view',
    find: (sql, { bucket, id }, request) => sql`
      select 1 from spend_requests where bucket = ${bucket} and id = ${request} and workspace_id = ${id}`,
  },
  webhook: {
    access: 'develop',
    find: (sql, { bucket, id }, webhook) => sql`
      select 1 from webhooks where bucket = ${bucket} and id = ${webhook} and workspace_id = ${id}`,
  },
  // Deliveries are keyed by their webhook, and a workspace has only a few webhooks.
  delivery: {
    access: 'develop',
    parentKind: 'webhook',
    find: (sql, { bucket, id }, delivery) => sql<Found[]>`
      select w.id as parent from webhooks w cross join lateral (
        select 1 from webhook_deliveries d
        where d.bucket = ${bucket} and d.webhook_id = w.id and d.id = ${delivery} and d.workspace_id = ${id} limit 1) as d
      where w.bucket = ${bucket} and w.workspace_id = ${id}`,
  },
  decision_hook: {
    access: 'develop',
    find: (sql, { bucket, id }, hook) => sql`
      select 1 from decision_hooks where bucket = ${bucket} and workspace_id = ${id} and id = ${hook}`,
  },
  decision_attempt: {
    access: 'develop',
    find: (sql, { bucket, id }, attempt) => sql`
      select 1 from decision_attempts where bucket = ${bucket} and workspace_id = ${id} and id = ${attempt}`,
  },
  rule: {
    access: 'view',
    find: (sql, { bucket, id }, rule) => sql`
      select 1 from rules where bucket = ${bucket} and id = ${rule} and workspace_id = ${id} and deleted_at is null`,
  },
  backtest: {
    access: 'view',
    parentKind: 'rule',
    find: (sql, { bucket, id }, backtest) => sql<Found[]>`
      select rule_id as parent from rule_backtests where bucket = ${bucket} and id = ${backtest} and workspace_id = ${id}`,
  },
  key: {
    access: 'keys',
    find: (sql, { accountId, environment }, key) => sql`
      select 1 from api_keys where id = ${key} and account_id = ${accountId} and environment = ${Environment[environment]}`,
  },
  user: {
    access: 'administer',
    find: (sql, { accountId }, user) => sql`select 1 from users where id = ${user} and account_id = ${accountId}`,
  },
  request: {
    access: 'develop',
    find: (sql, { bucket, accountId, environment }, request) => sql`
      select 1 from request_log where bucket = ${bucket} and account_id = ${accountId}
        and environment = ${Environment[environment]} and id = ${request}`,
  },
}

export async function findObject(sql: Sql, workspace: Workspace, text: string): Promise<FoundObject | null> {
  const id = readId(workspace, text)
  if (!id) return null
  const { access, parentKind, find } = finders[id.kind]
  if (!workspace.person || !isGranted(workspace.person.role, workspace.environment, access)) return null
  const [found] = await find(sql, workspace, id.uuid)
  if (!found) return null
  const parent = parentKind && found.parent ? publicId(parentKind, workspace.bucket, found.parent) : null
  return { kind: id.kind, id: text, parent_id: parent }
}

/** The kind and the row that an id names. Undefined when the text is not an id, or is an id of another bucket. */
function readId(workspace: Workspace, text: string): { kind: FoundKind; uuid: Uuid } | undefined {
  const request = parseRequestId(text)
  if (request) return { kind: 'request', uuid: request }
  for (const kind of Object.keys(finders) as FoundKind[]) {
    const id = kind === 'request' ? undefined : parseId(kind, text)
    // Keys and people belong to the account, which has no bucket.
    if (id)
      return kind === 'key' || kind === 'user' || id.bucket === workspace.bucket ? { kind, uuid: id.uuid } : undefined
  }
  return undefined
}
