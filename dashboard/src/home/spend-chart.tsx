import type { Overview } from '../../../server/src/dashboard/shapes/overview.ts'
import { money } from '../ui/amounts.tsx'
import { DayBars } from '../ui/day-bars.tsx'

type Day = Overview['days'][number]

const compact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
})

type Props = { days: Day[]; onOpen: (date: string) => void }

export function SpendChart({ days, onOpen }: Props) {
  return (
    <DayBars
      days={days}
      partsOf={({ spent }) => [{ value: spent, color: 'var(--accent)' }]}
      noteOf={(day) => <DayNote of={day} />}
      tickText={(amount) => compact.format(amount)}
      onOpen={({ date }) => onOpen(date)}
    />
  )
}

function DayNote({ of: { spent, approved, declined } }: { of: Day }) {
  return (
    <>
      <p className="tabular text-base font-semibold">{money(spent)}</p>
      <p className="text-soft">
        {approved} approved, {declined} declined
      </p>
    </>
  )
}
