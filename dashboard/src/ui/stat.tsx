import type { ReactNode } from 'react'
import { Skeleton } from './states.tsx'

type Props = { label: string; value: ReactNode; note?: ReactNode }

/** One important figure with its context. `value` is undefined while it is loading. */
export function Stat({ label, value, note }: Props) {
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
      {note && <dd className="text-[13px] text-soft">{note}</dd>}
    </dl>
  )
}
