import { Link } from '@tanstack/react-router'
import type { Overview } from '../../../server/src/dashboard/shapes/overview.ts'
import { useRead } from '../api/read.ts'
import type { WalletBalance } from '../api/schemas.ts'
import { money } from '../ui/amounts.tsx'
import { Stat } from '../ui/stat.tsx'
import { Failed } from '../ui/states.tsx'
import type { Reading } from './reading.ts'

/** What one looks for first: the money, where it is, what goes out, and whether cards work. */
export function Figures({ overview }: { overview: Reading<Overview> }) {
  const wallet = useRead<WalletBalance>({ noun: 'wallet', path: '/v1/wallet/balance' })
  if (wallet.error && !wallet.data) return <Failed problem={wallet.error} onRetry={wallet.refetch} />
  const { data } = wallet
  const figures = overview.data
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-5 xl:grid-cols-4">
      <Stat
        label="Wallet"
        value={data && money(data.balance)}
        note={data && <PendingDeposits amount={data.pending_deposits} />}
      />
      <Stat
        label="Active cards"
        value={data?.cards_active.toLocaleString('en-US')}
        note={data && `${money(data.cards_total_balance)} on all cards`}
      />
      <Stat
        label="Spent"
        value={figures ? money(figures.spent) : unread(overview)}
        note={figures && `In ${daysInWords(figures.days.length)}, minus refunds`}
      />
      <Stat
        label="Approval rate"
        value={figures ? share(figures.approval_rate) : unread(overview)}
        note={
          figures &&
          `${figures.approved.toLocaleString('en-US')} approved, ${figures.declined.toLocaleString('en-US')} declined`
        }
      />
    </div>
  )
}

function daysInWords(count: number): string {
  return count === 1 ? 'one day' : `${count} days`
}

/** A figure that could not be read is no figure; the panels below say why. */
function unread({ error }: Reading<Overview>): string | undefined {
  return error ? '–' : undefined
}

function PendingDeposits({ amount }: { amount: number }) {
  return (
    <Link to="/wallet" search={amount > 0 ? { status: 'pending' } : {}} className="underline-offset-2 hover:underline">
      {amount > 0 ? <span className="text-warn">{money(amount)} pending</span> : 'No pending deposits'}
    </Link>
  )
}

export function share(rate: number | null): string {
  return rate === null ? '–' : rate.toLocaleString('en-US', { style: 'percent', maximumFractionDigits: 1 })
}
