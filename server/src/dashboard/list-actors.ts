import { Environment } from '../accounts/environments.ts'
import { KeyKind, keyKinds } from '../accounts/key-rights.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { plainArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import { read } from '../http/route.ts'
import { Strict, Text } from '../http/schemas.ts'
import { parseId, publicId, type Uuid } from '../ids.ts'
import { type Actor, Actors } from './shapes/actors.ts'

/** Enough for every row of one page; one id has 32 characters. */
const MAX_IDS_TEXT = 4000

export const listActors = read({
  method: 'GET',
  url: '/actors',
  operationId: 'listActors',
  tag: 'Dashboard',
  summary: 'The names of keys and people, by their ids',
  query: Strict({
    ids: Text({ maxLength: MAX_IDS_TEXT, description: 'Ids of keys and people, with commas between.' }),
  }),
  reply: { 200: Actors },
  mayReadStandby: true,
  async read({ sql, workspace, query }): Promise<Actors> {
    const asked = query.ids.split(',')
    const [keys, people] = await Promise.all([
      selectKeyNames(sql, workspace, uuidsOf('key', asked)),
      selectPeopleNames(sql, workspace.accountId, uuidsOf('user', asked)),
    ])
    return { data: [...keys, ...people] }
  },
})

function uuidsOf(kind: 'key' | 'user', ids: string[]): Uuid[] {
  return ids.flatMap((text) => parseId(kind, text)?.uuid ?? [])
}

/** The keys of this account and environment, including revoked ones. Ids of other accounts are left out. */
export async function selectKeyNames(
  sql: Sql,
  { accountId, environment }: Pick<Workspace, 'accountId' | 'environment'>,
  ids: Uuid[],
): Promise<Actor[]> {
  if (ids.length === 0) return []
  const rows = await sql<{ id: Uuid; name: string; kind: number }[]>`
    select id, name, kind from api_keys where account_id = ${accountId} and environment = ${Environment[environment]}
      and id = any(${plainArray(ids)}::text::uuid[])`
  return rows.map(({ id, name, kind }) => ({
    id: publicId('key', 0, id),
    name,
    kind: keyKinds[kind - 1] ?? keyKinds[KeyKind.standard - 1]!,
  }))
}

export async function selectPeopleNames(sql: Sql, accountId: Uuid, ids: Uuid[]): Promise<Actor[]> {
  if (ids.length === 0) return []
  const rows = await sql<{ id: Uuid; name: string }[]>`
    select id, name from users where account_id = ${accountId} and id = any(${plainArray(ids)}::text::uuid[])`
  return rows.map(({ id, name }) => ({ id: publicId('user', 0, id), name, kind: 'person' }))
}
