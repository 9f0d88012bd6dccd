import { Link } from '@tanstack/react-router'
import type { CardName } from '../../../server/src/dashboard/shapes/cards.ts'
import type { Transaction } from '../api/schemas.ts'
import { declineInShort } from '../controls/decline-in-words.ts'
import { Amount } from '../ui/amounts.tsx'
import { Status, words } from '../ui/badge.tsx'
import { NamedCardLink } from '../ui/card-link.tsx'
import { classes } from '../ui/classes.ts'
import { ForeignAmount } from '../ui/foreign.tsx'
import type { Column } from '../ui/table.tsx'
import { WorkspaceTime } from '../ui/times.tsx'

/** As `/dashboard/transactions` lists them. */
export type ListedTransaction = Transaction & { card: CardName }

/** The same in every list of transactions. */
export const transactionColumns: Column<Transaction>[] = [
  {
    name: 'Merchant',
    cell: (transaction) => {
      const { id, merchant, type } = transaction
      return (
        <span className="grid min-w-32">
          <Link
            to="/transactions/$transactionId"
            params={{ transactionId: id }}
            className="max-w-[32ch] truncate font-medium hover:underline"
          >
            {merchant.name}
          </Link>
          <span className="text-[13px] text-soft max-sm:hidden">
            {declineInShort(transaction) ?? words(merchant.category)}
          </span>
          <span className="sm:hidden">
            <Status of={type} />
          </span>
        </span>
      )
    },
  },
  { name: 'Type', from: 'sm', cell: ({ type }) => <Status of={type} /> },
  {
    name: 'Amount',
    figures: true,
    // A decline moved nothing: its amount is only what was asked for.
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

/** For lists of the transactions of many cards. */
export const columnsWithCard: Column<ListedTransaction>[] = (
  transactionColumns as Column<ListedTransaction>[]
).toSpliced(2, 0, {
  name: 'Card',
  from: 'md',
  cell: ({ card_id, card }) => <NamedCardLink id={card_id} card={card} />,
})
