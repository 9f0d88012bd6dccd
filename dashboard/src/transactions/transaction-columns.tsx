import { Link } from '@tanstack/react-router'
import type { Transaction } from '../api/schemas.ts'
import { shortId, useCardNames } from '../cards/card-names.ts'
import { declineInShort } from '../controls/decline-in-words.ts'
import { Amount } from '../ui/amounts.tsx'
import { Status, words } from '../ui/badge.tsx'
import { classes } from '../ui/classes.ts'
import { ForeignAmount } from '../ui/foreign.tsx'
import type { Column } from '../ui/table.tsx'
import { WorkspaceTime } from '../ui/times.tsx'

export function useColumnsWithCard(): Column<Transaction>[] {
  const names = useCardNames()
  const nameOf = (id: string) => names.get(id) ?? shortId(id)
  const card: Column<Transaction> = {
    name: 'Card',
    from: 'lg',
    cell: ({ card_id }) => (
      <Link
        to="/cards/$cardId"
        params={{ cardId: card_id }}
        className="block max-w-[min(22ch,20cqw)] truncate hover:underline"
      >
        {names.get(card_id) ?? <code className="font-mono text-[13px]">{shortId(card_id)}</code>}
      </Link>
    ),
  }
  return transactionColumns.toSpliced(0, 1, merchantColumn(nameOf)).toSpliced(2, 0, card)
}

/** Where the table has no room for the other columns, the lines below the merchant say what they would. */
function merchantColumn(cardNameOf?: (cardId: string) => string): Column<Transaction> {
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
          {cardNameOf && (
            <span className="max-w-full truncate text-[13px] text-soft @min-[860px]:hidden">
              {cardNameOf(transaction.card_id)}
            </span>
          )}
          <span className="flex flex-wrap items-center gap-x-2 text-[13px] text-soft @min-[520px]:hidden">
            <Status of={type} />
            <WorkspaceTime at={transaction.created_at} />
          </span>
        </span>
      )
    },
  }
}

/** The same in every list of transactions. */
export const transactionColumns: Column<Transaction>[] = [
  merchantColumn(),
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
  { name: 'When', from: 'sm', cell: ({ created_at }) => <WorkspaceTime at={created_at} /> },
]
