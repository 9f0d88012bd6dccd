// Shows how much of each limit is used and when the limit resets.

import { useWorkspaceNow } from '../api/clock.ts'
import type { CardLimits, LimitUse } from '../api/schemas.ts'
import { listed } from '../cards/bin-words.ts'
import { categoryName } from '../cards/category-picker.tsx'
import { money } from '../ui/amounts.tsx'
import { Progress } from '../ui/progress.tsx'
import { purchases } from './controls-in-words.ts'
import { resetInWords } from './reset-in-words.ts'

const NEARLY = 0.8
const READ_AGAIN_MS = 30_000

export function LimitBar({
  limit,
  isMonthly,
  action,
}: {
  limit: LimitUse
  isMonthly?: boolean
  action?: React.ReactNode
}) {
  const now = useWorkspaceNow(READ_AGAIN_MS, true)
  const name = isMonthly ? 'Monthly limit' : limitName(limit)
  return (
    <div className="grid gap-2.5">
      <div className="flex items-start justify-between gap-4">
        <div className="grid min-w-0 gap-0.5">
          <h3 className="text-sm font-medium break-words">{name}</h3>
          {limit.window === 'per_transaction' && (
            <p className="tabular text-sm text-soft">Up to {money(limit.amount!)} each</p>
          )}
        </div>
        {action}
      </div>
      {limit.window !== 'per_transaction' && <Bars limit={limit} name={name} />}
      {limit.resets_at !== null && (
        <p className="text-[13px] text-soft">
          Resets {resetInWords(limit.resets_at, now)}. Holds count too.
          {isMonthly && ' “Spent” counts only settled purchases, since the card was created.'}
        </p>
      )}
    </div>
  )
}

function Bars({ limit, name }: { limit: LimitUse; name: string }) {
  const { amount, count, used_amount, used_count } = limit
  return (
    <div className="grid gap-x-8 gap-y-3 sm:auto-cols-fr sm:grid-flow-col">
      {amount !== null && (
        <Bar
          label={`${name}: amount used`}
          used={used_amount}
          of={amount}
          text={`${money(used_amount)} of ${money(amount)} used`}
          left={`${money(limit.remaining_amount!)} left`}
        />
      )}
      {count !== null && (
        <Bar
          label={`${name}: purchases used`}
          used={used_count!}
          of={count}
          text={`${used_count!.toLocaleString('en-US')} of ${purchases(count)}`}
          left={`${limit.remaining_count!.toLocaleString('en-US')} left`}
        />
      )}
    </div>
  )
}

type BarProps = { label: string; used: number; of: number; text: string; left: string }

function Bar({ label, used, of, text, left }: BarProps) {
  const share = used / of
  return (
    <div className="grid content-start gap-1.5">
      <p className="tabular flex flex-wrap justify-between gap-x-3 text-sm text-soft">
        <span>{text}</span>
        <span className={share >= 1 ? 'font-medium text-bad' : ''}>{share >= 1 ? 'Nothing left' : left}</span>
      </p>
      <Progress label={label} value={used} of={of} tone={share >= 1 ? 'bad' : share >= NEARLY ? 'warn' : 'accent'} />
    </div>
  )
}

export function UsesBar({ uses }: { uses: NonNullable<CardLimits['uses']> }) {
  return (
    <div className="grid gap-2.5">
      <h3 className="text-sm font-medium">Number of purchases</h3>
      <Bar
        label="Purchases used"
        used={uses.used}
        of={uses.limit}
        text={`${uses.used.toLocaleString('en-US')} of ${purchases(uses.limit)}`}
        left={`${uses.remaining.toLocaleString('en-US')} left`}
      />
      <p className="text-[13px] text-soft">
        After the last purchase the card is terminated and its balance returns to the wallet.
      </p>
    </div>
  )
}

const names: Record<LimitUse['window'], string> = {
  per_transaction: 'Each purchase',
  day: 'Today',
  week: 'This week',
  month: 'This month',
  year: 'This year',
  all_time: 'In total',
}

function limitName({ window, categories }: LimitUse): string {
  const where =
    categories.length === 0 ? '' : `, ${listed(categories.map((entry) => categoryName(entry).toLowerCase()))}`
  return `${names[window]}${where}`
}
