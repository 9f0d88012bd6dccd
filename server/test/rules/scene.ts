// Shared by the tests of rules.

import type { Api } from '../harness.ts'
import { done, type Json } from '../sandbox/scene.ts'

export const condition = (attribute: string, op: string, value: unknown) => ({ attribute, op, value })

/** Creates an active rule that declines, unless `more` changes that. */
export async function newRule(api: Api, when: object[], more: Record<string, unknown> = {}): Promise<Json> {
  const body = { name: 'A rule', action: 'decline', state: 'active', when, ...more }
  return done(await api.post('/rules', body), 201)
}

export async function transactionOf(api: Api, { id }: { id: string }): Promise<Json> {
  return done(await api.get(`/transactions/${id}`), 200)
}
