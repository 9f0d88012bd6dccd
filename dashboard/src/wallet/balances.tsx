import { useRead } from '../api/read.ts'
import type { WalletBalance } from '../api/schemas.ts'
import { money } from '../ui/amounts.tsx'
import { Stat } from '../ui/stat.tsx'
import { Failed } from '../ui/states.tsx'

export function Balances() {
  const { data, error, refetch } = useRead<WalletBalance>({ noun: 'wallet', path: '/v1/wallet/balance' })
  if (error && !data) return <Failed problem={error} onRetry={refetch} />
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-5 xl:grid-cols-4">
      <Stat label="Available" value={data && money(data.balance)} note="Can be moved to cards" />
      <Stat label="Pending" value={data && money(data.pending_deposits)} note="Incoming deposits" />
      <Stat
        label="On cards"
        value={data && money(data.cards_total_balance)}
        note={data && `${data.cards_active.toLocaleString('en-US')} active`}
      />
      <Stat
        label="Deposited"
        value={data && money(data.total_deposited)}
        note={data && `${money(data.total_spent)} spent by cards`}
      />
    </div>
  )
}
