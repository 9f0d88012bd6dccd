import { Link } from '@tanstack/react-router'
import type { Purchase } from '../../../server/src/dashboard/shapes/purchases.ts'
import { cardName } from '../cards/card-actions.ts'
import { Amount, foreignMoney, money } from '../ui/amounts.tsx'
import { Status, words } from '../ui/badge.tsx'
import { classes } from '../ui/classes.ts'
import { declineWords } from '../ui/declines.ts'
import type { Column } from '../ui/table.tsx'
import { WorkspaceTime } from '../ui/times.tsx'

export const purchaseColumns: Column<Purchase>[] = [
  { name: 'Merchant', cell: (purchase) => <Merchant of={purchase} /> },
  {
    name: 'Card',
    from: 'md',
    cell: ({ card }) => (
      <Link to="/cards/$cardId" params={{ cardId: card.id }} className="grid max-w-[20ch] hover:underline">
        <span className="truncate">{card.label || 'No label'}</span>
        <span className="tabular text-[13px] text-soft">•••• {card.last4}</span>
      </Link>
    ),
  },
  { name: 'Status', from: 'sm', cell: ({ status }) => <Status of={status} /> },
  {
    name: 'Reason',
    from: 'lg',
    cell: ({ reason }) =>
      reason === null ? (
        <span className="text-soft">–</span>
      ) : (
        <span className="block max-w-[26ch] truncate" title={declineWords(reason)}>
          {declineWords(reason)}
        </span>
      ),
  },
  {
    name: 'Amount',
    figures: true,
    // A decline moved nothing: its amount is only what was asked for.
    cell: (purchase) => (
      <span className="grid">
        <Amount
          of={purchase.amount}
          className={classes('font-medium', purchase.status === 'declined' && 'font-normal text-soft line-through')}
        />
        <span className="text-[13px] text-soft">{amountNote(purchase)}</span>
      </span>
    ),
  },
  { name: 'When', from: 'sm', cell: ({ created_at }) => <WorkspaceTime at={created_at} /> },
]

/** On a phone everything that matters stands under the name. */
function Merchant({ of: { id, merchant, card, status, reason, created_at } }: { of: Purchase }) {
  return (
    <span className="grid min-w-32 gap-0.5">
      <Link
        to="/transactions/$transactionId"
        params={{ transactionId: id }}
        className="max-w-[32ch] truncate font-medium hover:underline"
      >
        {merchant.name}
      </Link>
      <span className="text-[13px] text-soft max-sm:hidden">{words(merchant.category)}</span>
      {reason && <span className="text-[13px] text-soft max-sm:hidden lg:hidden">{declineWords(reason)}</span>}
      <span className="grid justify-items-start gap-1 text-[13px] text-soft sm:hidden">
        <Status of={status} />
        {reason && <span>{declineWords(reason)}</span>}
        <span className="max-w-[24ch] truncate">{cardName(card)}</span>
        <WorkspaceTime at={created_at} />
      </span>
    </span>
  )
}

/** What became of the amount, where that is not the amount itself. */
export function amountNote(purchase: Purchase): string | undefined {
  const { amount, held_amount, settled_amount, refunded_amount, merchant_amount, merchant_currency } = purchase
  if (refunded_amount > 0 && settled_amount > 0) return `${money(refunded_amount)} refunded`
  if (settled_amount > 0 && settled_amount !== amount) return `${money(settled_amount)} settled`
  if (purchase.status === 'pending' && held_amount !== amount) return `${money(held_amount)} held`
  if (merchant_amount !== null && merchant_currency !== null) return foreignMoney(merchant_amount, merchant_currency)
  return undefined
}
