import Type from 'typebox'
import type { Workspace } from '../accounts/workspace.ts'
import { type Fragment, fragment, integerLiteral, type Sql } from '../database/database.ts'
import { byId } from '../http/cursor.ts'
import {
  countCapped,
  cutPage,
  isPastEnd,
  type PagedList,
  type PageWindow,
  pageInfo,
  pageWindowOf,
} from '../http/paging.ts'
import { read } from '../http/route.ts'
import { idOf, pageOf, pagingParameters, Strict, Text } from '../http/schemas.ts'
import type { Uuid } from '../ids.ts'
import { type DecisionOutcome, decisionOutcomeNames } from '../ledger/hook-answer.ts'
import { attemptColumns, DecisionAttempt, outcomeCode, presentAttempt, readAttempt } from './attempts.ts'

const list: PagedList<{ id: Uuid }> = { name: 'decision attempts', size: 50, position: byId }

const Query = Strict({
  card_id: Type.Optional(Text({ maxLength: 100 })),
  outcome: Type.Optional(Type.String({ enum: [...decisionOutcomeNames] })),
  ...pagingParameters(list.size),
})

export const listDecisionAttempts = read({
  method: 'GET',
  url: '/decision-hook/attempts',
  operationId: 'listDecisionAttempts',
  scope: 'rules:read',
  tag: 'Decision hook',
  access: 'develop',
  summary: 'List the attempts of the hook',
  description:
    'Lists the questions to the hook, newest first, tests included. They are kept for 30 days, even after the hook is deleted. A question appears within a second.',
  query: Query,
  reply: { 200: pageOf(DecisionAttempt) },
  errors: ['card_not_found'],
  async read({ workspace, query, services }) {
    const place = pageWindowOf(list, query)
    const matching = matchingOf(workspace, query)
    await services.decisionHooks.flush() // so that the list holds what this process has asked
    // Always by index, as for the deliveries of a webhook, whatever the planner estimates.
    const sql = services.database.readByKey
    const total = await countCapped(sql, fragment`from decision_attempts a where ${matching}`)
    const found = isPastEnd(place, total) ? [] : await selectAttempts(sql, matching, place)
    const { rows, next } = cutPage(place, found)
    return { data: rows.map(presentAttempt), pagination: pageInfo(place, total, next) }
  },
})

function matchingOf(workspace: Workspace, { card_id, outcome }: Type.Static<typeof Query>): Fragment {
  const code = outcome === undefined ? undefined : outcomeCode(outcome as DecisionOutcome)
  return fragment`a.bucket = ${workspace.bucket} and a.workspace_id = ${workspace.id}
    ${card_id === undefined ? fragment`` : fragment`and a.card_id = ${idOf('card', workspace, card_id)}`}
    ${code === undefined ? fragment`` : fragment`and a.outcome = ${integerLiteral(code)}`}`
}

function selectAttempts(sql: Sql, matching: Fragment, { after, limit, offset }: PageWindow<{ id: Uuid }>) {
  return sql.readBy(readAttempt)`
    select ${attemptColumns} from decision_attempts a where ${matching}
    ${after === undefined ? fragment`` : fragment`and a.id < ${after.id}`}
    order by a.id desc limit ${limit} offset ${offset}`
}
