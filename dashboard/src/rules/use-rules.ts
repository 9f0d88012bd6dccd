import { useDo, useRead } from '../api/read.ts'
import { patch, post, remove } from '../api/request.ts'
import type { CreateRuleParams, Rule, UpdateRuleParams } from '../api/schemas.ts'

const touched = ['rules']

export function useRules() {
  return useRead<{ data: Rule[] }>({ noun: 'rules', path: '/v1/rules' })
}

export function useCreateRule() {
  return useDo((rule: CreateRuleParams) => post<Rule>('/v1/rules', rule), touched)
}

export function useUpdateRule(id: string) {
  return useDo((changes: UpdateRuleParams) => patch<Rule>(`/v1/rules/${id}`, changes), touched)
}

export function useDeleteRule(id: string, afterwards: () => Promise<void>) {
  return useDo(async () => {
    await remove(`/v1/rules/${id}`)
    await afterwards() // must finish before the rules are read again, since this rule no longer exists
  }, touched)
}
