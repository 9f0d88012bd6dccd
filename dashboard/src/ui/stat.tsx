import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Skeleton } from './states.tsx'

type Props = { label: string; value: ReactNode; note?: ReactNode; noteHeight?: string }

/**
 * One important figure with its context. `value` is undefined while it is loading. `noteHeight` is a class that reserves
 * room for the note, so that nothing moves when the note arrives.
 */
export function Stat({ label, value, note, noteHeight }: Props) {
  return (
    <dl className="grid content-start gap-1 rounded-panel border border-line bg-surface px-5 py-4 shadow-panel">
      <dt className="text-[13px] text-soft">{label}</dt>
      {value === undefined ? (
        <dd>
          <Skeleton className="my-1 h-7 w-28" />
        </dd>
      ) : (
        <dd className="tabular text-xl leading-9 sm:text-2xl font-semibold tracking-tight">{value}</dd>
      )}
      {(note || noteHeight) && <dd className={classes('text-[13px] text-soft', noteHeight)}>{note}</dd>}
    </dl>
  )
}
