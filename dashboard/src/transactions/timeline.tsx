import { ArrowDownLeft, CircleCheck, CirclePlus, CircleX, Clock, Lock, type LucideIcon, Undo2 } from 'lucide-react'
import type { FullTransaction } from '../api/schemas.ts'
import { money } from '../ui/amounts.tsx'
import { classes } from '../ui/classes.ts'
import { declineWords } from '../ui/declines.ts'
import { ExactTime } from '../ui/times.tsx'

type Step = FullTransaction['authorization_timeline'][number]
type Look = { icon: LucideIcon; tone: string; text: (amount: string) => string }

const looks: Record<Step['event'], Look> = {
  authorized: { icon: Lock, tone: 'text-warn', text: (amount) => `${amount} authorized and held` },
  incremented: { icon: CirclePlus, tone: 'text-warn', text: (amount) => `${amount} more authorized and held` },
  reversed: { icon: Undo2, tone: 'text-soft', text: (amount) => `${amount} released by the merchant` },
  expired: { icon: Clock, tone: 'text-soft', text: (amount) => `${amount} released: the hold expired` },
  settled: { icon: CircleCheck, tone: 'text-good', text: (amount) => `${amount} settled` },
  refunded: { icon: ArrowDownLeft, tone: 'text-accent-ink', text: (amount) => `${amount} refunded` },
  declined: { icon: CircleX, tone: 'text-bad', text: (amount) => `${amount} declined` },
}

export function Timeline({ steps }: { steps: Step[] }) {
  return (
    <ol className="grid">
      {steps.map((step, index) => (
        <TimelineStep
          key={`${step.created_at} ${step.event} ${step.amount}`}
          step={step}
          isLast={index === steps.length - 1}
        />
      ))}
    </ol>
  )
}

function TimelineStep({ step, isLast }: { step: Step; isLast: boolean }) {
  const { icon: Icon, tone, text } = looks[step.event]
  return (
    <li className="flex gap-3.5">
      <span className="grid grid-rows-[auto_1fr] justify-items-center">
        <span className={classes('grid size-8 place-items-center rounded-full bg-sunken', tone)}>
          <Icon className="size-4" aria-hidden />
        </span>
        {!isLast && <span className="w-px bg-line-strong" aria-hidden />}
      </span>
      <span className={classes('grid content-start gap-0.5 pt-1 text-sm', !isLast && 'pb-6')}>
        <span className="font-medium">{text(money(step.amount))}</span>
        {step.reason && <span>{declineWords(step.reason)}</span>}
        {step.processor_word && <code className="font-mono text-[13px] text-soft">{step.processor_word}</code>}
        <time dateTime={step.created_at} className="text-[13px] text-soft">
          <ExactTime at={step.created_at} />
        </time>
      </span>
    </li>
  )
}
