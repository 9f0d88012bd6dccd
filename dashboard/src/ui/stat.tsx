import type { ReactNode } from 'react'
import { Skeleton } from './states.tsx'

type Props = { label: string; value: ReactNode; note?: ReactNode }

/** One figure that matters, with what puts it into place. While `value` is undefined it is being read. */
export function Stat({ label, value, note }: Props) {
  return (
    <div className="grid content-start gap-1 rounded-panel border border-line bg-surface px-5 py-4 shadow-panel">
      <p className="text-[13px] text-soft">{label}</p>
      {value === undefined ? (
        <Skeleton className="my-1 h-7 w-28" />
      ) : (
        <p className="tabular text-xl leading-9 sm:text-2xl font-semibold tracking-tight">{value}</p>
      )}
      {note && <p className="text-[13px] text-soft">{note}</p>}
    </div>
  )
}
