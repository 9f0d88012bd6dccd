import { Link } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useWorkspaceNow } from '../api/clock.ts'
import { useMay } from '../api/me.ts'
import type { FullTransaction } from '../api/schemas.ts'
import { declineInWords } from '../controls/decline-in-words.ts'
import { buttonLook } from '../ui/button.tsx'
import { declineReasons } from '../ui/declines.ts'
import { DeclineSteps } from './decline-steps.tsx'
import { Tests, useExplanation, WouldPass } from './explained.tsx'

const READ_AGAIN_MS = 30_000

export function DeclineNotice({ transaction }: { transaction: FullTransaction }) {
  const now = useWorkspaceNow(READ_AGAIN_MS, true)
  const reason = transaction.decline_reason!
  const explanation = useExplanation(transaction.id)
  const { title, because, remedy } = declineReasons[reason]
  return (
    <section aria-label="Why it was declined" className="flex gap-3 rounded-panel border border-line bg-bad-soft p-5">
      <CircleAlert className="mt-0.5 size-5 shrink-0 text-bad" aria-hidden />
      <div className="grid min-w-0 gap-1 text-sm">
        <h2 className="text-[15px] font-semibold">{title}</h2>
        <p>{declineInWords(transaction, now) ?? because}</p>
        <p>
          <span className="font-medium">What to do: </span>
          {remedy}
        </p>
        {explanation?.now && <WouldPass of={explanation.now} isHookAsked={reason.startsWith('hook_')} />}
        <div className="mt-2.5 flex flex-wrap items-center gap-2">
          <DeclineSteps transaction={transaction} />
          <WhoDeclined transaction={transaction} />
          <Link
            to="/cards/$cardId"
            params={{ cardId: transaction.card_id }}
            className={buttonLook('secondary', 'small')}
          >
            Open the card
          </Link>
          <code className="font-mono text-xs break-all text-soft">{reason}</code>
        </div>
        {explanation && <Tests of={explanation.tests} />}
      </div>
    </section>
  )
}

/** Links to the rule, or to the decision hook's attempts for this card. */
function WhoDeclined({ transaction }: { transaction: FullTransaction }) {
  const mayDevelop = useMay()('develop')
  const ruleId = transaction.decline_detail?.rule_id
  if (ruleId !== undefined)
    return (
      <Link to="/rules/$ruleId" params={{ ruleId }} className={buttonLook('secondary', 'small')}>
        Open the rule
      </Link>
    )
  if (!mayDevelop || !transaction.decline_reason!.startsWith('hook_')) return null
  return (
    <Link
      to="/developers/decision-hook"
      search={{ card_id: transaction.card_id }}
      className={buttonLook('secondary', 'small')}
    >
      Open the attempts
    </Link>
  )
}
