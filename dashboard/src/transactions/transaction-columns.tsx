import { Link } from '@tanstack/react-router'
import type { CardName } from '../../../server/src/dashboard/shapes/cards.ts'
import type { Transaction } from '../api/schemas.ts'
import { declineInShort } from '../controls/decline-in-words.ts'
import { Amount } from '../ui/amounts.tsx'
import { Status, words } from '../ui/badge.tsx'
import { NamedCardLink } from '../ui/card-link.tsx'
import { CardNameLine } from '../ui/card-name.tsx'
import { classes } from '../ui/classes.ts'
import { ForeignAmount } from '../ui/foreign.tsx'
import type { Column } from '../ui/table.tsx'
import { WorkspaceTime } from '../ui/times.tsx'

/** A transaction as returned by `/dashboard/transactions`. */
export type ListedTransaction = Transaction & { card: CardName }

/** In a narrow table, the lines below the merchant replace the hidden columns. */
function merchantColumn<Row extends Transaction>(cardOf?: (row: Row) => CardName): Column<Row> {
  return {
    name: 'Merchant',
    cell: (transaction) => {
      const { id, merchant, type } = transaction
      return (
        <span className="grid max-w-[min(32ch,52cqw)] min-w-32 grid-cols-[minmax(0,1fr)] justify-items-start">
          <Link
            to="/transactions/$transactionId"
            params={{ transactionId: id }}
            className="max-w-full truncate font-medium hover:underline"
          >
            {merchant.name}
          </Link>
          <span className="text-[13px] text-soft @max-[520px]:hidden">
            {declineInShort(transaction) ?? words(merchant.category)}
          </span>
          {cardOf && <CardNameLine {...cardOf(transaction)} className="text-[13px] text-soft @min-[860px]:hidden" />}
          <span className="flex flex-wrap items-center gap-x-2 text-[13px] text-soft @min-[520px]:hidden">
            <Status of={type} />
            <WorkspaceTime at={transaction.created_at} />
          </span>
        </span>
      )
    },
  }
}

/** Shared by all lists of transactions. */
export const transactionColumns: Column<Transaction>[] = [
  merchantColumn(),
  { name: 'Type', from: 'sm', cell: ({ type }) => <Status of={type} /> },
  {
    name: 'Amount',
    figures: true,
    // A decline moved no money: its amount is only what the merchant requested.
    cell: (transaction) => (
      <span className="grid">
        <Amount
          of={transaction.amount}
          signed
          className={classes(transaction.type === 'decline' && 'text-soft line-through')}
        />
        <ForeignAmount of={transaction} />
      </span>
    ),
  },
  { name: 'Balance after', figures: true, from: 'md', cell: ({ balance_after }) => <Amount of={balance_after} /> },
  { name: 'When', isTime: true, from: 'sm', cell: ({ created_at }) => <WorkspaceTime at={created_at} /> },
]

/** For lists with transactions of many cards. */
export const columnsWithCard: Column<ListedTransaction>[] = (transactionColumns as Column<ListedTransaction>[])
  .toSpliced(
    0,
    1,
    merchantColumn(({ card }) => card),
  )
  .toSpliced(2, 0, {
    name: 'Card',
    from: 'lg',
    cell: ({ card_id, card }) => <NamedCardLink id={card_id} card={card} />,
  })
