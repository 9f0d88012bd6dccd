// The service's checks in order, and whether the same purchase would pass now.

import { Circle, CircleCheck, CircleX, type LucideIcon } from 'lucide-react'
import { useRead } from '../api/read.ts'
import type { ExplainedTest, Explanation } from '../api/schemas.ts'
import { classes } from '../ui/classes.ts'

/** The noun is `cards`, because a change to a card can change whether the purchase would pass. */
export function useExplanation(transactionId: string): Explanation | undefined {
  return useRead<Explanation>({ noun: 'cards', path: `/v1/transactions/${transactionId}/explanation` }).data
}

type WouldPassProps = { of: NonNullable<Explanation['now']>; isHookAsked: boolean }

/** The decision hook's next answer is unknown, so no approval is promised if the hook would be asked. */
export function WouldPass({ of, isHookAsked }: WouldPassProps) {
  const passes = isHookAsked
    ? 'the same purchase would pass all other checks. Your server would be asked again.'
    : 'the same purchase would be approved.'
  return (
    <p>
      <span className="font-medium">Now: </span>
      {of.would_pass ? passes : `it would still be declined. ${of.title}.`}
    </p>
  )
}

const looks: Record<ExplainedTest['outcome'], { icon: LucideIcon; tone: string; word: string }> = {
  passed: { icon: CircleCheck, tone: 'text-good', word: 'Passed' },
  failed: { icon: CircleX, tone: 'text-bad', word: 'Failed' },
  assumed: { icon: Circle, tone: 'text-soft', word: 'Assumed' },
  not_reached: { icon: Circle, tone: 'text-soft', word: 'Not reached' },
}

export function Tests({ of }: { of: ExplainedTest[] }) {
  if (of.length === 0) return null
  return (
    <details className="mt-2 min-w-0">
      <summary className="cursor-pointer text-[13px] font-medium">Checks, in order</summary>
      <ol className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-1.5">
        {of.map(({ test, outcome, words, numbers }) => {
          const { icon: Icon, tone, word } = looks[outcome]
          return (
            <li key={test} className={classes('flex gap-2 text-[13px]', outcome === 'not_reached' && 'text-soft')}>
              <Icon className={classes('mt-0.5 size-3.5 shrink-0', tone)} aria-hidden />
              <span className="min-w-0 wrap-anywhere">
                <span className="sr-only">{word}: </span>
                {words}
                {numbers && <span className="block text-soft">{numbers}</span>}
              </span>
            </li>
          )
        })}
      </ol>
    </details>
  )
}
