// The operations that change rules. Each creates the workspace's next rule set, under the lock of the workspace's row. Every
// authorization that is decided after the commit is checked by it, in every process.

import Type from 'typebox'
import { appendAudit } from '../accounts/audit-log.ts'
import type { Sql } from '../database/database.ts'
import { refuse } from '../engine/refusal.ts'
import { ApiError } from '../errors.ts'
import { write } from '../http/route.ts'
import { Strict } from '../http/schemas.ts'
import { newUuid, parseId, publicId, type Uuid } from '../ids.ts'
import { lockWorkspaceById } from '../ledger/tables.ts'
import type { Action, RuleVersion, State } from './compile-rule.ts'
import {
  checkConditions,
  MAX_RULES,
  presentRule,
  Rule,
  type RuleBody,
  RuleParams,
  type RuleRow,
  ruleParts,
} from './rule.ts'
import {
  findRule,
  findVersion,
  insertNextSet,
  insertRule,
  insertVersion,
  markDeleted,
  selectCardsAmong,
  selectRules,
  storeRule,
} from './rule-rows.ts'

const { name, action, when, card_ids, state } = ruleParts
const optional = { card_ids: Type.Optional(card_ids), state: Type.Optional(state) }

export const createRule = write({
  method: 'POST',
  url: '/rules',
  operationId: 'createRule',
  scope: 'rules:write',
  agents: 'never',
  tag: 'Rules',
  summary: 'Create a rule',
  description: `Checked on every new authorization, after the card's own controls. It begins in \`shadow\`: matches are recorded and nothing is stopped. At most ${MAX_RULES} rules.`,
  body: Strict({ name, action, when, ...optional }),
  reply: { 201: Rule },
  errors: ['invalid_rule', 'invalid_state'],
  check: ({ body }) => checkConditions(body.when),
  async write({ tx, workspace, body, now, services, caller }) {
    await lockWorkspaceById(tx, workspace.bucket, workspace.id)
    if ((await selectRules(tx, workspace)).length >= MAX_RULES)
      return refuse('invalid_state', `There are ${MAX_RULES} rules already; delete one first.`)
    const { bucket, id: workspaceId } = workspace
    const rule: RuleRow = {
      bucket,
      id: newUuid(),
      workspace_id: workspaceId,
      version: 1,
      created_at: now,
      updated_at: now,
    }
    const cards = await cardsOf(tx, workspace, body.card_ids)
    const version = versionOf(rule, body as RuleBody, cards ?? null)
    await insertRule(tx, rule)
    await insertVersion(tx, version)
    await insertNextSet(tx, workspace, now)
    const subject = publicId('rule', bucket, rule.id)
    await appendAudit(tx, workspace, { action: 'rule.create', subject, caller, at: services.clock() })
    return { status: 201, body: presentRule(rule, version) }
  },
})

export const updateRule = write({
  method: 'PATCH',
  url: '/rules/:rule_id',
  operationId: 'updateRule',
  scope: 'rules:write',
  agents: 'never',
  tag: 'Rules',
  summary: 'Change a rule',
  description:
    'Creates a new version of the rule. Earlier versions do not change, and transactions show the version that was evaluated. The new version applies from the next authorization on.',
  params: RuleParams,
  body: Strict({
    name: Type.Optional(name),
    action: Type.Optional(action),
    when: Type.Optional(when),
    ...optional,
  }),
  reply: { 200: Rule },
  errors: ['rule_not_found', 'invalid_rule'],
  check: ({ body }) => checkConditions(body.when),
  subject: ({ sql, workspace, params }) => findRule(sql, workspace, params.rule_id),
  async write({ tx, workspace, params, body, now, services, caller }) {
    await lockWorkspaceById(tx, workspace.bucket, workspace.id)
    const rule = await findRule(tx, workspace, params.rule_id)
    const before = await findVersion(tx, workspace, rule)
    if (Object.keys(body).length === 0) return { status: 200, body: presentRule(rule, before) }
    const cards = await cardsOf(tx, workspace, body.card_ids)
    rule.version += 1
    rule.updated_at = now
    const parts = { ...before, when: before.conditions, ...body } as RuleBody
    const version = versionOf(rule, parts, cards === undefined ? before.card_ids : cards)
    await storeRule(tx, rule)
    await insertVersion(tx, version)
    await insertNextSet(tx, workspace, now)
    const subject = params.rule_id
    await appendAudit(tx, workspace, { action: 'rule.update', subject, caller, at: services.clock() })
    return { status: 200, body: presentRule(rule, version) }
  },
})

export const deleteRule = write({
  method: 'DELETE',
  url: '/rules/:rule_id',
  operationId: 'deleteRule',
  scope: 'rules:write',
  agents: 'never',
  tag: 'Rules',
  summary: 'Delete a rule',
  description: 'Deletes the rule. Payments are no longer checked by it, and transactions keep showing its results.',
  params: RuleParams,
  reply: { 200: Type.Object({ id: Type.String(), deleted: Type.Literal(true) }) },
  errors: ['rule_not_found'],
  // There is no `subject`: after the deletion there is no rule, and a replay must still get the first answer.
  async write({ tx, workspace, params, now, services, caller }) {
    await lockWorkspaceById(tx, workspace.bucket, workspace.id)
    const rule = await findRule(tx, workspace, params.rule_id)
    await markDeleted(tx, rule, now)
    await insertNextSet(tx, workspace, now)
    const subject = params.rule_id
    await appendAudit(tx, workspace, { action: 'rule.delete', subject, caller, at: services.clock() })
    return { status: 200, body: { id: subject, deleted: true } }
  },
})

function versionOf(rule: RuleRow, body: RuleBody, cards: Uuid[] | null): RuleVersion {
  return {
    bucket: rule.bucket,
    rule_id: rule.id,
    version: rule.version,
    workspace_id: rule.workspace_id,
    name: body.name,
    action: body.action as Action,
    state: (body.state ?? 'shadow') as State,
    conditions: body.when.map(({ attribute, op, value }) => ({ attribute, op, value })),
    card_ids: cards,
    created_at: rule.updated_at,
  }
}

/** Each card once; undefined when the request names no cards. */
async function cardsOf(
  sql: Sql,
  workspace: { bucket: number; id: Uuid },
  named: string[] | null | undefined,
): Promise<Uuid[] | null | undefined> {
  if (!named) return named
  const parsed = named.map((text) => parseId('card', text))
  const possible = parsed.flatMap((id) => (id?.bucket === workspace.bucket ? [id.uuid] : []))
  const known = await selectCardsAmong(sql, workspace, possible)
  for (const [index, id] of parsed.entries()) {
    if (id && known.has(id.uuid)) continue
    const param = `card_ids.${index}`
    throw new ApiError('invalid_rule', `"${param}" is no card of this workspace.`, { param })
  }
  return [...known]
}
