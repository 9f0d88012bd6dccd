import { useDo, useRead } from '../api/read.ts'
import { post, put, remove } from '../api/request.ts'
import type { DecisionAttempt, DecisionHook, DecisionHookWithSecret, PutDecisionHookParams } from '../api/schemas.ts'

export const HOOK_NOUN = 'decision-hook'
/** Polled, because no event reports that the hook was paused or called. */
export const LOOK_MS = 3_000

export function useHook() {
  return useRead<{ hook: DecisionHook | null }>({
    noun: HOOK_NOUN,
    path: '/dashboard/decision-hook',
    everyMs: LOOK_MS,
  })
}

export function useSetHook() {
  return useDo((hook: PutDecisionHookParams) => put<DecisionHookWithSecret>('/v1/decision-hook', hook), [HOOK_NOUN])
}

export function useTestHook() {
  return useDo(() => post<DecisionAttempt>('/v1/decision-hook/test'), [HOOK_NOUN])
}

export function useDeleteHook() {
  return useDo(() => remove('/v1/decision-hook'), [HOOK_NOUN])
}
