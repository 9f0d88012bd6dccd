import { Link } from '@tanstack/react-router'
import type { Overview } from '../../../server/src/dashboard/shapes/overview.ts'
import { useRead } from '../api/read.ts'
import type { WalletBalance } from '../api/schemas.ts'
import { money } from '../ui/amounts.tsx'
import { Stat } from '../ui/stat.tsx'
import { Failed } from '../ui/states.tsx'
import { rateCompared, spentCompared } from './compared.ts'
import type { Reading } from './reading.ts'

/** A forecast of more days is not meaningful. */
const MAX_FORECAST_DAYS = 366

/** Two figures beside each other on a phone leave little width; four on a wide screen leave a bit more. */
const NOTE_HEIGHT = 'min-h-[4lh] sm:min-h-[2lh] xl:min-h-[3lh]'

/** The figures that people look for first: the wallet, the cards, the spending and the approval rate. */
export function Figures({ overview }: { overview: Reading<Overview> }) {
  const wallet = useRead<WalletBalance>({ noun: 'wallet', path: '/v1/wallet/balance' })
  if (wallet.error && !wallet.data) return <Failed problem={wallet.error} onRetry={wallet.refetch} />
  const { data } = wallet
  const figures = overview.data
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-5 xl:grid-cols-4">
      <Stat
        noteHeight={NOTE_HEIGHT}
        label="Wallet"
        value={data && money(data.balance)}
        note={
          data && (
            <>
              <PendingDeposits amount={data.pending_deposits} />
              {figures && <Forecast of={figures.forecast} />}
            </>
          )
        }
      />
      <Stat
        noteHeight={NOTE_HEIGHT}
        label="Active cards"
        value={data?.cards_active.toLocaleString('en-US')}
        note={data && `${money(data.cards_total_balance)} on all cards`}
      />
      <Stat
        noteHeight={NOTE_HEIGHT}
        label="Spent"
        value={figures ? money(figures.spent) : unread(overview)}
        note={
          figures && (
            <>
              In {daysInWords(figures.days.length)}, minus refunds
              <Compared text={spentCompared(figures.spent, figures.previous.spent, figures.days.length)} />
            </>
          )
        }
      />
      <Stat
        noteHeight={NOTE_HEIGHT}
        label="Approval rate"
        value={figures ? share(figures.approval_rate) : unread(overview)}
        note={
          figures && (
            <>
              {`${figures.approved.toLocaleString('en-US')} approved, ${figures.declined.toLocaleString('en-US')} declined`}
              <Compared
                text={rateCompared(figures.approval_rate, figures.previous.approval_rate, figures.days.length)}
              />
            </>
          )
        }
      />
    </div>
  )
}

function daysInWords(count: number): string {
  return count === 1 ? 'one day' : `${count} days`
}

function Compared({ text }: { text: string | undefined }) {
  return text === undefined ? null : <span className="block">{text}</span>
}

function Forecast({ of }: { of: Overview['forecast'] }) {
  return <span className="block">{of === null ? 'No spending in the last 7 days' : forecastText(of)}</span>
}

function forecastText({ days_left: left, of_days: days }: NonNullable<Overview['forecast']>): string {
  const pace = days === 1 ? 'the pace of today' : `the pace of the last ${days} days`
  if (left > MAX_FORECAST_DAYS) return `Lasts more than a year at ${pace}`
  if (left === 0) return `Lasts less than a day at ${pace}`
  return `Lasts about ${left} ${left === 1 ? 'day' : 'days'} at ${pace}`
}

/** Shows a dash for a figure that could not be read. The panels below show the error. */
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
