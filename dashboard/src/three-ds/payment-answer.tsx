import { useMutation } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { isUnanswered, usePostOnce } from '../api/once.ts'
import { useRefresh } from '../api/read.ts'
import type { Problem } from '../api/request.ts'
import type { ThreeDsChallenge } from '../api/schemas.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toasts.tsx'
import { asksFor } from './words.ts'

type Verb = 'approve' | 'decline'

/** Two large buttons to approve or decline. The service informs the processor before it responds. */
export function PaymentAnswer({ challenge }: { challenge: ThreeDsChallenge }) {
  const answer = useAnswer(challenge)
  const doing = (verb: Verb) => answer.isPending && answer.variables === verb
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3">
        <Button
          size="large"
          disabled={answer.isPending}
          busy={doing('decline')}
          icon={<X className="size-5" aria-hidden />}
          onClick={() => answer.mutate('decline')}
        >
          Decline
        </Button>
        <Button
          look="primary"
          size="large"
          disabled={answer.isPending}
          busy={doing('approve')}
          icon={<Check className="size-5" aria-hidden />}
          onClick={() => answer.mutate('approve')}
        >
          Approve
        </Button>
      </div>
      {answer.error && <Notice tone="bad">{said(answer.error)}</Notice>}
    </div>
  )
}

function useAnswer(challenge: ThreeDsChallenge) {
  const postOnce = usePostOnce()
  const refresh = useRefresh(['challenges', 'cards'])
  return useMutation<ThreeDsChallenge, Problem, Verb>({
    mutationFn: (verb) => postOnce<ThreeDsChallenge>(`/v1/3ds/${challenge.id}/${verb}`, {}),
    onSuccess: ({ outcome }) => toast.done(`${asksFor(challenge)}: ${outcome}.`),
    // The challenge leaves the page then, together with any notice on it, so a toast is used.
    onError: (problem) => problem.id === 'invalid_state' && toast.failed(problem),
    // Also after a refusal, since somebody else may have answered, or the challenge may have expired.
    onSettled: refresh,
  })
}

function said(problem: Problem): string {
  return isUnanswered(problem) ? `${problem.message} The payment is still waiting for an answer.` : problem.message
}
