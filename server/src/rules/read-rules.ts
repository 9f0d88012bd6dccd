import Type from 'typebox'
import { bySequence } from '../http/cursor.ts'
import { cutPage, exact, isPastEnd, type PagedList, pageInfo, pageWindowOf } from '../http/paging.ts'
import { read } from '../http/route.ts'
import { pageOf, pagingParameters, Strict } from '../http/schemas.ts'
import { presentRule, presentVersion, Rule, RuleParams, RuleVersionShown } from './rule.ts'
import { findRule, findVersion, selectRules, selectVersions, selectVersionsBefore } from './rule-rows.ts'

export const listRules = read({
  method: 'GET',
  url: '/rules',
  operationId: 'listRules',
  scope: 'rules:read',
  tag: 'Rules',
  summary: 'List rules',
  description: 'Lists all rules in the order in which they were created.',
  reply: { 200: Type.Object({ data: Type.Array(Rule) }) },
  async read({ sql, workspace }) {
    const rules = await selectRules(sql, workspace)
    const named = rules.map(({ id, version }) => ({ rule_id: id, version }))
    const versions = await selectVersions(sql, workspace, named)
    return { data: versions.map((version, place) => presentRule(rules[place]!, version)) }
  },
})

export const getRule = read({
  method: 'GET',
  url: '/rules/:rule_id',
  operationId: 'getRule',
  scope: 'rules:read',
  tag: 'Rules',
  summary: 'Get a rule',
  params: RuleParams,
  reply: { 200: Rule },
  errors: ['rule_not_found'],
  async read({ sql, workspace, params }) {
    const rule = await findRule(sql, workspace, params.rule_id)
    return presentRule(rule, await findVersion(sql, workspace, rule))
  },
})

const versionList: PagedList<{ sequence: bigint }> = { name: 'rule versions', size: 50, position: bySequence }

export const listRuleVersions = read({
  method: 'GET',
  url: '/rules/:rule_id/versions',
  operationId: 'listRuleVersions',
  scope: 'rules:read',
  tag: 'Rules',
  summary: 'List the versions of a rule',
  description:
    'Lists the versions, newest first. To return to one, PATCH the rule with its values, which makes a new version.',
  params: RuleParams,
  query: Strict(pagingParameters(versionList.size)),
  reply: { 200: pageOf(RuleVersionShown) },
  errors: ['rule_not_found'],
  async read({ sql, workspace, params, query }) {
    const place = pageWindowOf(versionList, query, params.rule_id)
    const rule = await findRule(sql, workspace, params.rule_id)
    const total = exact(rule.version)
    // Versions have no gaps, so a page can be computed. A forged cursor may name a version that does not exist.
    const before = Math.min(
      rule.version + 1,
      place.after ? Number(place.after.sequence) : rule.version + 1 - place.offset,
    )
    const found = isPastEnd(place, total) ? [] : await selectVersionsBefore(sql, rule, before, place.limit)
    const positioned = found.map((version) => ({ ...version, sequence: BigInt(version.version) }))
    const { rows, next } = cutPage(place, positioned)
    return { data: rows.map(presentVersion), pagination: pageInfo(place, total, next) }
  },
})
