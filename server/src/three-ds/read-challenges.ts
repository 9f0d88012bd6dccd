import Type from 'typebox'
import { appendAudit } from '../accounts/audit-log.ts'
import { fragment } from '../database/database.ts'
import { ApiError } from '../http/errors.ts'
import { exact, pageInfo, window } from '../http/paging.ts'
import { write } from '../http/route.ts'
import { idOf, Page, PageInfo, PerPage, Strict, Text } from '../http/schemas.ts'
import { parseId, publicId } from '../ids.ts'
import { type ChallengeRow, ChallengeStatus } from '../ledger/rows.ts'
import {
  Challenge,
  ChallengeParams,
  type ChallengeStatusName,
  challengeColumns,
  challengeStatusNames,
  presentChallenge,
  selectChallenge,
} from './challenge.ts'

/** Reads that write: every read of a passcode is in the audit log. */
export const listChallenges = write({
  method: 'GET',
  url: '/3ds',
  operationId: 'listChallenges',
  tag: '3-D Secure',
  access: 'reveal',
  summary: 'List 3-D Secure challenges',
  description:
    'Newest first, each with its one-time passcode. Every read is in the audit log. A read-only key gets 403.',
  query: Strict({
    card_id: Type.Optional(Text({ maxLength: 100 })),
    status: Type.Optional(Type.String({ enum: [...challengeStatusNames] })),
    page: Page,
    per_page: PerPage(50),
  }),
  reply: { 200: Type.Object({ data: Type.Array(Challenge), pagination: PageInfo }) },
  errors: ['forbidden'],
  async write({ tx, workspace, query, now, services, caller }) {
    const page = window(query, 50)
    const card = query.card_id === undefined ? undefined : parseId('card', query.card_id)
    if (query.card_id !== undefined && card?.bucket !== workspace.bucket) {
      return { status: 200, body: { data: [], pagination: pageInfo(page, { total: 0, capped: false }) } }
    }
    const matching = fragment`h.bucket = ${workspace.bucket} and h.workspace_id = ${workspace.id}
      ${card === undefined ? fragment`` : fragment`and h.card_id = ${card.uuid}`} ${withStatus(query.status as ChallengeStatusName | undefined, now)}`
    const [count] = await tx<
      { total: number }[]
    >`select count(*)::integer as total from three_ds_challenges h where ${matching}`
    const total = exact(count!.total)
    const rows = await tx<ChallengeRow[]>`
      select ${challengeColumns} from three_ds_challenges h where ${matching}
      order by h.created_at desc, h.id desc limit ${page.per_page} offset ${page.offset}`
    if (rows.length > 0)
      await appendAudit(tx, workspace, {
        action: '3ds.read',
        subject: rows.map((row) => publicId('challenge', row.bucket, row.id)).join(' '),
        caller,
        at: services.clock(),
      })
    const data = await Promise.all(rows.map((row) => presentChallenge(services.vault, row, now)))
    return { status: 200, body: { data, pagination: pageInfo(page, total) } }
  },
})

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
  tag: '3-D Secure',
  access: 'reveal',
  summary: 'Get a 3-D Secure challenge',
  description: 'With its one-time passcode. Every read is in the audit log. A read-only key gets 403.',
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
