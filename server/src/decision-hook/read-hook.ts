import { read } from '../http/route.ts'
import { DecisionHook, findHook, presentHook } from './hook.ts'

export const getDecisionHook = read({
  method: 'GET',
  url: '/decision-hook',
  operationId: 'getDecisionHook',
  scope: 'rules:read',
  tag: 'Decision hook',
  access: 'develop',
  summary: 'Get the decision hook',
  description: 'Returns the hook without its secret.',
  reply: { 200: DecisionHook },
  errors: ['decision_hook_not_found'],
  async read({ sql, workspace, services }) {
    return presentHook(await findHook(sql, workspace), services.clock())
  },
})
