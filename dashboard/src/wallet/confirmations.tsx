import type { DepositTerms } from '../../../server/src/dashboard/shapes/deposit-terms.ts'
import { useRead } from '../api/read.ts'
import type { Deposit } from '../api/schemas.ts'
import { Progress } from '../ui/progress.tsx'
import { coins } from './currencies.ts'

/** Shows how many confirmations a deposit has and needs. */
export function Confirmations({ deposit }: { deposit: Deposit }) {
  const terms = useRead<DepositTerms>({ noun: 'terms', path: '/dashboard/deposit-terms' }).data
  const needed = terms?.confirmations[deposit.currency]
  if (deposit.status === 'expired' || needed === undefined) return <span className="text-soft">–</span>
  // Confirmations keep arriving after a deposit is credited, so a credited deposit is shown as complete.
  const seen = deposit.status === 'confirmed' ? needed : Math.min(deposit.confirmations, needed)
  return (
    <div className="grid w-28 gap-1">
      <span className="tabular text-[13px] text-soft">
        {seen} of {needed}
      </span>
      <Progress
        value={seen}
        of={needed}
        label={`Confirmations of ${coins(deposit)}`}
        tone={deposit.status === 'confirmed' ? 'good' : 'warn'}
      />
    </div>
  )
}
