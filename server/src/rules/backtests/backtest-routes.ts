import Type from 'typebox'
import { refuse } from '../../engine/refusal.ts'
import { read, write } from '../../http/route.ts'
import { Strict, Text } from '../../http/schemas.ts'
import { newUuid } from '../../ids.ts'
import { RuleParams } from '../rule.ts'
import { findRule } from '../rule-rows.ts'
import { Backtest, type BacktestRow, BacktestStatus, nothingFound, presentBacktest, readRange } from './backtest.ts'
import { countOpen, findBacktest, insertBacktest, MAX_SHOWN, selectBacktests } from './backtest-rows.ts'

const MAX_OPEN = 5

const Moment = (description: string) => Text({ maxLength: 40, description, examples: ['2026-10-01'] })

export const createBacktest = write({
  method: 'POST',
  url: '/rules/:rule_id/backtests',
  operationId: 'createRuleBacktest',
  scope: 'rules:write',
  agents: 'never',
  tag: 'Rules',
  summary: 'Create a backtest',
  description: `Computes what the newest version of the rule would have done to the payments of a range, velocity included. It runs in the background: read the backtest until it is \`completed\`. The history stays as it was: a payment that the rule would have stopped still counts for later ones. The range has at most 366 days, and a workspace has at most ${MAX_OPEN} unfinished backtests.`,
  params: RuleParams,
  body: Strict({
    from: Moment('The start of the range, ISO 8601, inclusive. A bare date means that UTC day.'),
    to: Moment('The end of the range, ISO 8601, inclusive. A bare date means that whole UTC day.'),
  }),
  reply: { 202: Backtest },
  errors: ['rule_not_found', 'invalid_state'],
  check: ({ body }) => readRange(body),
  subject: ({ sql, workspace, params }) => findRule(sql, workspace, params.rule_id),
  async write({ tx, workspace, params, body, now, services }) {
    const rule = await findRule(tx, workspace, params.rule_id)
    if ((await countOpen(tx, workspace)) >= MAX_OPEN)
      return refuse('invalid_state', `${MAX_OPEN} backtests are not finished yet; wait for one of them.`)
    const { from, to } = readRange(body)
    const backtest: BacktestRow = {
      bucket: workspace.bucket,
      id: newUuid(),
      workspace_id: workspace.id,
      rule_id: rule.id,
      rule_version: rule.version,
      from_time: from,
      to_time: to,
      status: BacktestStatus.pending,
      progress: 0,
      found: nothingFound,
      created_at: now,
      completed_at: null,
    }
    await insertBacktest(tx, backtest, services.clock())
    return { status: 202, body: presentBacktest(backtest) }
  },
})

export const listBacktests = read({
  method: 'GET',
  url: '/rules/:rule_id/backtests',
  operationId: 'listRuleBacktests',
  scope: 'rules:read',
  tag: 'Rules',
  summary: 'List the backtests of a rule',
  description: `The newest ${MAX_SHOWN}, newest first.`,
  params: RuleParams,
  reply: { 200: Type.Object({ data: Type.Array(Backtest) }) },
  errors: ['rule_not_found'],
  async read({ sql, workspace, params }) {
    const rule = await findRule(sql, workspace, params.rule_id)
    return { data: (await selectBacktests(sql, rule)).map(presentBacktest) }
  },
})

export const getBacktest = read({
  method: 'GET',
  url: '/rules/:rule_id/backtests/:backtest_id',
  operationId: 'getRuleBacktest',
  scope: 'rules:read',
  tag: 'Rules',
  summary: 'Get a backtest',
  params: Type.Object({ rule_id: Type.String(), backtest_id: Type.String() }),
  reply: { 200: Backtest },
  errors: ['rule_not_found', 'backtest_not_found'],
  async read({ sql, workspace, params }) {
    const rule = await findRule(sql, workspace, params.rule_id)
    return presentBacktest(await findBacktest(sql, rule, params.backtest_id))
  },
})
