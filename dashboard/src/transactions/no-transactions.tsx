// What a list of purchases or transactions shows when it is empty.

import { ArrowLeftRight } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/states.tsx'

const icon = <ArrowLeftRight className="size-5" aria-hidden />

export function NoTransactionMatches({ what, onClear }: { what: 'purchase' | 'transaction'; onClear: () => void }) {
  return (
    <Empty icon={icon} title={`No ${what} matches`} action={<Button onClick={onClear}>Clear the filters</Button>}>
      Try a longer period, another merchant, or other amounts.
    </Empty>
  )
}

export function NoTransactions() {
  return (
    <Empty icon={icon} title="No transactions yet">
      They appear here when a card is used. In the sandbox you can simulate a purchase.
    </Empty>
  )
}
