import Type from 'typebox'
import { DecisionHook, presentHook, selectHook } from '../decision-hook/hook.ts'
import { read } from '../http/route.ts'

/** Like GET /v1/decision-hook, but a workspace without a hook is not an error, since the page asks every few seconds. */
export const getDashboardHook = read({
  method: 'GET',
  url: '/decision-hook',
  operationId: 'getDashboardHook',
  tag: 'Dashboard',
  access: 'develop',
  summary: 'Get the decision hook, or null',
  reply: { 200: Type.Object({ hook: Type.Union([DecisionHook, Type.Null()]) }) },
  async read({ sql, workspace, services }) {
    const [hook] = await selectHook(sql, workspace)
    return { hook: hook ? presentHook(hook, services.clock()) : null }
  },
})
