// Saved views of lists. A view belongs to a person and holds no data of the account, so every role may save views.

import Type from 'typebox'
import type { Sql, Tx } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { read, write } from '../http/route.ts'
import { Strict } from '../http/schemas.ts'
import { Removed } from '../http/shapes.ts'
import { newUuid, parseId, publicId, type Uuid } from '../ids.ts'
import { NewView, SavedView, SavedViews, ViewChanges, ViewedList } from './shapes/views.ts'

const MAX_VIEWS = 50
const common = { tag: 'Dashboard', access: 'view', anyEnvironment: true } as const
const ViewParams = Type.Object({ id: Type.String() })

export const listViews = read({
  ...common,
  method: 'GET',
  url: '/views',
  operationId: 'listViews',
  summary: 'The views of a list that this person has saved',
  query: Strict({ list: ViewedList }),
  reply: { 200: SavedViews },
  async read({ sql, workspace, query }): Promise<SavedViews> {
    return { data: (await selectViews(sql, workspace.person!.id, query.list)).map(present) }
  },
})

export const createView = write({
  ...common,
  method: 'POST',
  url: '/views',
  operationId: 'createView',
  summary: 'Save a view of a list',
  body: NewView,
  reply: { 201: SavedView },
  async write({ tx, workspace, body: { list, name, search }, services }) {
    const userId = workspace.person!.id
    await lockPerson(tx, userId)
    const views = await selectViews(tx, userId, list)
    refuseTakenName(views, name)
    if (views.length >= MAX_VIEWS)
      throw new ApiError('invalid_state', `There are ${MAX_VIEWS} views of this list already; delete one first.`)
    const view: ViewRow = {
      id: newUuid(),
      list,
      name: name.trim(),
      search,
      is_default: false,
      created_at: services.clock(),
    }
    await insertView(tx, userId, view)
    return { status: 201, body: present(view) }
  },
})

export const changeView = write({
  ...common,
  method: 'PATCH',
  url: '/views/:id',
  operationId: 'changeView',
  summary: 'Rename a view, save other settings in it, or let the list open with it',
  params: ViewParams,
  body: ViewChanges,
  reply: { 200: SavedView },
  async write({ tx, workspace, params, body }) {
    const userId = workspace.person!.id
    await lockPerson(tx, userId)
    const before = await findView(tx, userId, params.id)
    const view = { ...before, ...body, name: body.name?.trim() ?? before.name }
    const others = (await selectViews(tx, userId, view.list)).filter(({ id }) => id !== view.id)
    refuseTakenName(others, view.name)
    if (view.is_default && !before.is_default) await clearDefault(tx, userId, view.list)
    await updateView(tx, userId, view)
    return { status: 200, body: present(view) }
  },
})

export const deleteView = write({
  ...common,
  method: 'DELETE',
  url: '/views/:id',
  operationId: 'deleteView',
  summary: 'Delete a saved view',
  params: ViewParams,
  reply: { 200: Removed },
  async write({ tx, workspace, params }) {
    const userId = workspace.person!.id
    const { id } = await findView(tx, userId, params.id)
    await removeView(tx, userId, id)
    const body: Removed = { id: params.id, deleted: true }
    return { status: 200, body }
  },
})

type ViewRow = Omit<SavedView, 'id' | 'created_at'> & { id: Uuid; created_at: Date }

function present({ id, created_at, ...view }: ViewRow): SavedView {
  return { id: publicId('view', 0, id), ...view, created_at: created_at.toISOString() }
}

function refuseTakenName(views: readonly ViewRow[], name: string): void {
  if (views.some((view) => view.name === name.trim()))
    throw new ApiError('invalid_request', 'There is a view with this name already.', { param: 'name' })
}

/** Another person's view is answered like a view that does not exist. */
async function findView(sql: Sql, userId: Uuid, id: string): Promise<ViewRow> {
  const parsed = parseId('view', id)
  const [row] = parsed
    ? await sql<ViewRow[]>`
        select id, list, name, search, is_default, created_at from user_views
        where user_id = ${userId} and id = ${parsed.uuid}`
    : []
  if (!row) throw new ApiError('not_found', 'No such view.')
  return row
}

/**
 * The lock is held until the transaction ends, because the number of views, their names and the default are checked
 * together.
 */
function lockPerson(tx: Tx, userId: Uuid) {
  return tx`select 1 from users where id = ${userId} for no key update`
}

function selectViews(sql: Sql, userId: Uuid, list: ViewedList) {
  return sql<ViewRow[]>`
    select id, list, name, search, is_default, created_at from user_views
    where user_id = ${userId} and list = ${list} order by name limit ${MAX_VIEWS}`
}

function insertView(tx: Tx, userId: Uuid, { id, list, name, search, is_default, created_at }: ViewRow) {
  return tx`
    insert into user_views (id, user_id, list, name, search, is_default, created_at)
    values (${id}, ${userId}, ${list}, ${name}, ${JSON.stringify(search)}::text::jsonb, ${is_default}, ${created_at})`
}

function clearDefault(tx: Tx, userId: Uuid, list: ViewedList) {
  return tx`update user_views set is_default = false where user_id = ${userId} and list = ${list} and is_default`
}

function updateView(tx: Tx, userId: Uuid, { id, name, search, is_default }: ViewRow) {
  return tx`
    update user_views set name = ${name}, search = ${JSON.stringify(search)}::text::jsonb, is_default = ${is_default}
    where user_id = ${userId} and id = ${id}`
}

function removeView(tx: Tx, userId: Uuid, id: Uuid) {
  return tx`delete from user_views where user_id = ${userId} and id = ${id}`
}
