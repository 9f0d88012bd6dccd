// The inbox of the dashboard. It is for people only; an API key learns the same from webhooks and events.

import Type from 'typebox'
import { readWorkspaceTime } from '../accounts/read-workspace-time.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { plainArray } from '../database/arrays.ts'
import { bigint, insertOf, smallint, timestamptz, uuid } from '../database/bulk.ts'
import { fragment, type Sql, type Tx } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { bySequence } from '../http/cursor.ts'
import { countCapped, cutPage, isPastEnd, type PagedList, pageInfo, pageWindowOf } from '../http/paging.ts'
import { read, write } from '../http/route.ts'
import { pagingParameters, Strict } from '../http/schemas.ts'
import type { Uuid } from '../ids.ts'
import { ChallengeStatus } from '../ledger/rows.ts'
import { inInbox, readMark, unreadAfter } from './inbox.ts'
import { kindOfCode } from './kinds.ts'
import { type Notification, NotificationPage, Unread } from './notification-shapes.ts'

const MAX_COUNT = 100
const MAX_MARKED = 100

type Row = {
  sequence: bigint
  kind: number
  subject_id: Uuid | null
  facts: object
  created_at: Date
  is_read: boolean
}
type Position = { sequence: bigint }
const list: PagedList<Position> = { name: 'notifications', size: 25, position: bySequence }

export const listNotifications = read({
  method: 'GET',
  url: '/notifications',
  operationId: 'listNotifications',
  tag: 'Dashboard',
  summary: 'What this person is told of, newest first',
  query: Strict({
    unread: Type.Optional(Type.String({ enum: ['true'] })),
    ...pagingParameters(list.size),
  }),
  reply: { 200: NotificationPage },
  async read({ sql, workspace, query, services }): Promise<NotificationPage> {
    const place = pageWindowOf(list, query)
    const mark = await readMark(sql, workspace)
    const inbox = await inInbox(sql, workspace, services.clock())
    const unread = unreadAfter(workspace, mark)
    const matching = fragment`n.bucket = ${workspace.bucket} and n.workspace_id = ${workspace.id} and ${inbox}
      ${query.unread === undefined ? fragment`` : unread}`
    const total = await countCapped(sql, fragment`from notifications n where ${matching}`)
    const found = isPastEnd(place, total)
      ? []
      : await sql<Row[]>`
          select n.sequence, n.kind, n.subject_id, n.facts, n.created_at, not (true ${unread}) as is_read
          from notifications n where ${matching}
          ${place.after === undefined ? fragment`` : fragment`and n.sequence < ${place.after.sequence}`}
          order by n.sequence desc limit ${place.limit} offset ${place.offset}`
    const { rows, next } = cutPage(place, found)
    const waiting = await selectWaiting(sql, workspace, rows, await readWorkspaceTime(sql, workspace, services))
    return { data: rows.map((row) => present(row, waiting)), pagination: pageInfo(place, total, next) }
  },
})

export const countUnread = read({
  method: 'GET',
  url: '/notifications/unread',
  operationId: 'countUnreadNotifications',
  tag: 'Dashboard',
  summary: 'How many notifications this person has not read',
  reply: { 200: Unread },
  read: ({ sql, workspace, services }) => countUnreadOf(sql, workspace, services.clock()),
})

export const markRead = write({
  method: 'POST',
  url: '/notifications/read',
  operationId: 'markNotificationsRead',
  tag: 'Dashboard',
  access: 'view',
  summary: 'Mark notifications as read, for this person',
  description: 'Send `ids`, or `through`: all up to that one, which leaves unread what came after the page was read.',
  body: Strict({
    ids: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: MAX_MARKED })),
    through: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  reply: { 200: Unread },
  check({ body: { ids, through } }) {
    if ((ids === undefined) === (through === undefined))
      throw new ApiError('invalid_request', 'Send either "ids" or "through".', { param: 'ids' })
  },
  async write({ tx, workspace, body: { ids, through }, services }) {
    const now = services.clock()
    const newest = await readNewest(tx, workspace)
    if (through !== undefined) await storeMark(tx, workspace, smaller(BigInt(through), newest), now)
    // Without this check, a notification could be marked as read before it exists.
    const known = (ids ?? []).map(BigInt).filter((id) => id <= newest)
    if (known.length > 0) await storeReads(tx, workspace, known, now)
    return { status: 200, body: await countUnreadOf(tx, workspace, now) }
  },
})

async function countUnreadOf(sql: Sql, workspace: Workspace, now: Date): Promise<Unread> {
  const mark = await readMark(sql, workspace)
  const inbox = await inInbox(sql, workspace, now)
  const matching = fragment`n.bucket = ${workspace.bucket} and n.workspace_id = ${workspace.id} and ${inbox}
    ${unreadAfter(workspace, mark)}`
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from (select 1 from notifications n where ${matching} limit ${MAX_COUNT}) as unread`
  return { count: row!.count }
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

function present(row: Row, waiting: ReadonlySet<Uuid>): Notification {
  return {
    id: Number(row.sequence),
    kind: kindOfCode(row.kind),
    is_read: row.is_read,
    created_at: row.created_at.toISOString(),
    ...row.facts,
    ...(kindOfCode(row.kind) === 'passcode' && { is_waiting: waiting.has(row.subject_id!) }),
  } as Notification
}

/** The challenges in `rows` that can still be answered. */
async function selectWaiting(sql: Sql, { bucket }: Workspace, rows: readonly Row[], now: Date): Promise<Set<Uuid>> {
  const ids = new Set(rows.flatMap(({ kind, subject_id }) => (kindOfCode(kind) === 'passcode' ? [subject_id!] : [])))
  if (ids.size === 0) return new Set()
  const found = await sql<{ id: Uuid }[]>`
    select h.id from unnest(${plainArray(ids)}::text::uuid[]) as r (id)
    join three_ds_challenges h on h.bucket = ${bucket} and h.id = r.id
    where h.status = ${ChallengeStatus.pending} and h.expires_at > ${now}`
  return new Set(found.map(({ id }) => id))
}

async function readNewest(sql: Sql, { bucket, id }: Workspace): Promise<bigint> {
  const [row] = await sql<{ last_sequence: bigint }[]>`
    select last_sequence from notification_cursors where bucket = ${bucket} and workspace_id = ${id}`
  return row?.last_sequence ?? 0n
}

function storeMark(tx: Tx, { bucket, id, person }: Workspace, through: bigint, now: Date) {
  return tx`
    insert into notification_marks as m (bucket, workspace_id, user_id, through, read_at)
    values (${bucket}, ${id}, ${person!.id}, ${through}, ${now})
    on conflict on constraint notification_marks_pk do update
      set through = greatest(m.through, excluded.through), read_at = excluded.read_at`
}

type Read = { bucket: number; workspaceId: Uuid; userId: Uuid; sequence: bigint; at: Date }

const insertReads = insertOf<Read>(
  'notification_reads',
  {
    sequence: bigint((row) => row.sequence),
    bucket: smallint((row) => row.bucket),
    workspace_id: uuid((row) => row.workspaceId),
    user_id: uuid((row) => row.userId),
    read_at: timestamptz((row) => row.at),
  },
  'on conflict on constraint notification_reads_pk do nothing',
)

function storeReads(tx: Tx, { bucket, id, person }: Workspace, sequences: readonly bigint[], at: Date) {
  const distinct = [...new Set(sequences)]
  return insertReads(
    tx,
    distinct.map((sequence) => ({ bucket, workspaceId: id, userId: person!.id, sequence, at })),
  )
}
