import Type from 'typebox'
import { appendAudit } from '../accounts/audit-log.ts'
import { type Fragment, fragment, type Sql } from '../database/database.ts'
import { ApiError } from '../errors.ts'
import { byTime } from '../http/cursor.ts'
import { cardOfFilter, cardsWithin, rowsWithin } from '../http/key-bounds.ts'
import {
  countCapped,
  cutPage,
  exact,
  isPastEnd,
  type PagedList,
  type PageWindow,
  pageInfo,
  pageWindowOf,
} from '../http/paging.ts'
import { write } from '../http/route.ts'
import { idOf, pageOf, pagingParameters, Strict, Text } from '../http/schemas.ts'
import { publicId, type Uuid } from '../ids.ts'
import { ChallengeStatus } from '../ledger/rows.ts'
import { challenges } from '../ledger/tables.ts'
import {
  Challenge,
  ChallengeParams,
  type ChallengeStatusName,
  challengeColumns,
  challengeStatusNames,
  presentChallenge,
  selectChallenge,
} from './challenge.ts'

type Position = { created_at: Date; id: Uuid }
const list: PagedList<Position> = { name: 'challenges', size: 50, position: byTime }

/** Reads that write: every read of a passcode is recorded in the audit log. */
export const listChallenges = write({
  method: 'GET',
  url: '/3ds',
  operationId: 'listChallenges',
  scope: '3ds:read',
  bounds: 'within',
  tag: '3-D Secure',
  access: 'reveal',
  summary: 'List 3-D Secure challenges',
  description:
    'Lists challenges, newest first, each with its one-time passcode. `total` is counted up to 10,000. Every read is recorded in the audit log.',
  query: Strict({
    card_id: Type.Optional(Text({ maxLength: 100 })),
    status: Type.Optional(Type.String({ enum: [...challengeStatusNames] })),
    ...pagingParameters(list.size),
  }),
  reply: { 200: pageOf(Challenge) },
  async write({ tx, workspace, query, now, services, caller }) {
    const place = pageWindowOf(list, query)
    const cardId = await cardOfFilter(tx, workspace, query.card_id)
    if (cardId === null) {
      return { status: 200, body: { data: [], pagination: pageInfo(place, exact(0), null) } }
    }
    const within = cardsWithin(workspace)
    const source = within
      ? rowsWithin(workspace, within, fragment`three_ds_challenges`, fragment`card_id`)
      : fragment`three_ds_challenges`
    const matching = fragment`h.bucket = ${workspace.bucket} and h.workspace_id = ${workspace.id}
      ${cardId === undefined ? fragment`` : fragment`and h.card_id = ${cardId}`} ${withStatus(query.status as ChallengeStatusName | undefined, now)}`
    const total = await countCapped(tx, fragment`from ${source} h where ${matching}`)
    const found = isPastEnd(place, total) ? [] : await selectChallenges(tx, source, matching, place)
    const { rows, next } = cutPage(place, found)
    if (rows.length > 0)
      await appendAudit(tx, workspace, {
        action: '3ds.read',
        subject: rows.map((row) => publicId('challenge', row.bucket, row.id)).join(' '),
        caller,
        at: services.clock(),
      })
    const data = await Promise.all(rows.map((row) => presentChallenge(services.vault, row, now)))
    return { status: 200, body: { data, pagination: pageInfo(place, total, next) } }
  },
})

function selectChallenges(
  sql: Sql,
  source: Fragment,
  matching: Fragment,
  { after, limit, offset }: PageWindow<Position>,
) {
  return sql.readBy(challenges.read)`
    select ${challengeColumns} from ${source} h where ${matching}
    ${after === undefined ? fragment`` : fragment`and (h.created_at, h.id) < (${after.created_at}, ${after.id})`}
    order by h.created_at desc, h.id desc limit ${limit} offset ${offset}`
}

function withStatus(status: ChallengeStatusName | undefined, now: Date) {
  if (status === undefined) return fragment``
  const { pending, completed, expired } = ChallengeStatus
  if (status === 'completed') return fragment`and h.status = ${completed}`
  if (status === 'pending') return fragment`and h.status = ${pending} and h.expires_at > ${now}`
  return fragment`and (h.status = ${expired} or (h.status = ${pending} and h.expires_at <= ${now}))`
}

export const getChallenge = write({
  method: 'GET',
  url: '/3ds/:challenge_id',
  operationId: 'getChallenge',
  scope: '3ds:read',
  bounds: 'within',
  tag: '3-D Secure',
  access: 'reveal',
  summary: 'Get a 3-D Secure challenge',
  description:
    'Returns the challenge with its one-time passcode. Every read is recorded in the audit log. A read-only key gets 403.',
  params: ChallengeParams,
  reply: { 200: Challenge },
  errors: ['challenge_not_found', 'forbidden'],
  async write({ tx, workspace, params, now, services, caller }) {
    const [challenge] = await selectChallenge(tx, workspace, idOf('challenge', workspace, params.challenge_id))
    if (!challenge) throw new ApiError('challenge_not_found')
    await appendAudit(tx, workspace, { action: '3ds.read', subject: params.challenge_id, caller, at: services.clock() })
    return { status: 200, body: await presentChallenge(services.vault, challenge, now) }
  },
})
