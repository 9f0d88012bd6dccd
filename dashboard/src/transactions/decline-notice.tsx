import { Link } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { type DeclineReason, declineReasons } from './decline-reasons.ts'

export function DeclineNotice({ reason, cardId }: { reason: DeclineReason; cardId: string }) {
  const { title, because, remedy } = declineReasons[reason]
  return (
    <section aria-label="Why it was declined" className="flex gap-3 rounded-panel border border-line bg-bad-soft p-5">
      <CircleAlert className="mt-0.5 size-5 shrink-0 text-bad" aria-hidden />
      <div className="grid gap-1 text-sm">
        <h2 className="text-[15px] font-semibold">{title}</h2>
        <p>{because}</p>
        <p>
          <span className="font-medium">What to do: </span>
          {remedy}
        </p>
        <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-[13px]">
          <Link to="/cards/$cardId" params={{ cardId }} className="text-accent-ink underline underline-offset-2">
            Open the card
          </Link>
          <code className="font-mono text-xs text-soft">{reason}</code>
        </p>
      </div>
    </section>
  )
}
