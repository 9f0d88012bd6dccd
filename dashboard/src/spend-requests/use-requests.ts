// Reads and decides spend requests.

import { useMutation } from '@tanstack/react-query'
import { usePostOnce } from '../api/once.ts'
import { type Page, useRead, useRefresh } from '../api/read.ts'
import type { Problem } from '../api/request.ts'
import type { SpendRequest } from '../api/schemas.ts'
import { toast } from '../ui/toasts.tsx'
import { asksFor, type Binding } from './words.ts'

export const NOUN = 'spend-requests'
/** The service's maximum page size. */
const MAX_SHOWN = 100
/** No event reports that a request was canceled, so pending requests are read this often. */
const READ_WHILE_WAITING_MS = 5_000

/** The badge in the navigation and the inbox share one query. */
export function useWaiting() {
  return useRead<Page<SpendRequest>>({
    noun: NOUN,
    path: '/v1/spend-requests',
    query: { status: 'pending', per_page: MAX_SHOWN },
    everyMs: (latest) => (latest?.data.length ? READ_WHILE_WAITING_MS : undefined),
  })
}

export type Verdict = { verb: 'approve' | 'deny'; note?: string; bind?: Binding }

/** `onDecided` is called before the lists are read again, while the request is still on the page. */
export function useDecide(request: SpendRequest, onDecided: () => void = () => {}) {
  const postOnce = usePostOnce()
  const refresh = useRefresh([NOUN, 'cards', 'wallet'])
  return useMutation<SpendRequest, Problem, Verdict>({
    mutationFn: ({ verb, note, bind }) =>
      postOnce<SpendRequest>(`/v1/spend-requests/${request.id}/${verb}`, {
        ...(note && { note }),
        ...(bind && { bind }),
      }),
    onSuccess: ({ status }) => {
      toast.done(`${asksFor(request)}: ${status}.`)
      onDecided()
    },
    // The request may leave the page together with any notice on it, so a toast is used.
    onError: (problem) => problem.id === 'invalid_state' && toast.failed(problem),
    // Also after a refusal, since somebody else may have decided, or the request may have expired.
    onSettled: refresh,
  })
}
