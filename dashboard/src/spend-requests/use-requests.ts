// Reading and deciding.

import { useMutation } from '@tanstack/react-query'
import { usePostOnce } from '../api/once.ts'
import { type Page, useRead, useRefresh } from '../api/read.ts'
import type { Problem } from '../api/request.ts'
import type { SpendRequest } from '../api/schemas.ts'
import { toast } from '../ui/toasts.tsx'
import { asksFor } from './words.ts'

export const NOUN = 'spend-requests'
/** The longest page of the service. */
const MAX_SHOWN = 100
/** No event tells that whoever asked has canceled a request. */
const READ_WHILE_WAITING_MS = 5_000

/** The badge of the navigation and the inbox share one reading. */
export function useWaiting() {
  return useRead<Page<SpendRequest>>({
    noun: NOUN,
    path: '/v1/spend-requests',
    query: { status: 'pending', per_page: MAX_SHOWN },
    everyMs: (latest) => (latest?.data.length ? READ_WHILE_WAITING_MS : undefined),
  })
}

export type Verdict = { verb: 'approve' | 'deny'; note?: string }

/** `onDecided` is told before the lists are read anew, while the request is still on the page. */
export function useDecide(request: SpendRequest, onDecided: () => void = () => {}) {
  const postOnce = usePostOnce()
  const refresh = useRefresh([NOUN, 'cards', 'wallet'])
  return useMutation<SpendRequest, Problem, Verdict>({
    mutationFn: ({ verb, note }) =>
      postOnce<SpendRequest>(`/v1/spend-requests/${request.id}/${verb}`, note ? { note } : {}),
    onSuccess: ({ status }) => {
      toast.done(`${asksFor(request)}: ${status}.`)
      onDecided()
    },
    // The request may leave the page, and a notice on it with it.
    onError: (problem) => problem.id === 'invalid_state' && toast.failed(problem),
    // Also after a refusal: somebody else may have decided, or its time is over.
    onSettled: refresh,
  })
}
