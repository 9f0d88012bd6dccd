import { Link } from '@tanstack/react-router'
import type { Purchase } from '../../../server/src/purchases/purchase-shapes.ts'
import { declineInShort } from '../controls/decline-in-words.ts'
import { Amount, foreignMoney, money } from '../ui/amounts.tsx'
import { Status, words } from '../ui/badge.tsx'
import { CardNameLine } from '../ui/card-name.tsx'
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
    cell: (purchase) => (purchase.reason === null ? <span className="text-soft">–</span> : <Reason of={purchase} />),
  },
  {
    name: 'Amount',
    figures: true,
    // A decline moved no money: its amount is only what the merchant requested.
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
  { name: 'When', isTime: true, from: 'sm', cell: ({ created_at }) => <WorkspaceTime at={created_at} /> },
]

/** The decline reason, with the limit, the rule or the hook's answer below. */
function Reason({ of }: { of: Purchase }) {
  const detail = declineInShort({ amount: of.amount, decline_detail: of.decline_detail as never })
  return (
    <span className="grid max-w-[30ch] min-w-40">
      <span>{declineWords(of.reason!)}</span>
      {detail && <span className="text-[13px] text-soft">{detail}</span>}
    </span>
  )
}

/** On a phone, the other important columns are shown below the name. */
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
      <span className="text-[13px] text-soft @max-[520px]:hidden">{words(merchant.category)}</span>
      <span className="grid justify-items-start gap-1 text-[13px] text-soft @min-[520px]:hidden">
        <Status of={status} />
        {reason && <span>{declineWords(reason)}</span>}
        <CardNameLine {...card} className="max-w-[28ch]" />
        <WorkspaceTime at={created_at} />
      </span>
    </span>
  )
}

/** Says what happened to the amount, if that differs from the amount itself. */
export function amountNote(purchase: Purchase): string | undefined {
  const { amount, held_amount, settled_amount, refunded_amount, merchant_amount, merchant_currency } = purchase
  if (refunded_amount > 0 && settled_amount > 0) return `${money(refunded_amount)} refunded`
  if (settled_amount > 0 && settled_amount !== amount) return `${money(settled_amount)} settled`
  if (purchase.status === 'pending' && held_amount !== amount) return `${money(held_amount)} held`
  if (merchant_amount !== null && merchant_currency !== null) return foreignMoney(merchant_amount, merchant_currency)
  return undefined
}
