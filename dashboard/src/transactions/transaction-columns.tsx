import { Link } from '@tanstack/react-router'
import type { Transaction } from '../api/schemas.ts'
import { Amount } from '../ui/amounts.tsx'
import { Status, words } from '../ui/badge.tsx'
import { classes } from '../ui/classes.ts'
import type { Column } from '../ui/table.tsx'
import { Time } from '../ui/times.tsx'

/** The same in every list of transactions. */
export const transactionColumns: Column<Transaction>[] = [
  {
    name: 'Merchant',
    cell: ({ id, merchant }) => (
      <span className="grid min-w-0">
        <Link
          to="/transactions/$transactionId"
          params={{ transactionId: id }}
          className="max-w-[32ch] truncate font-medium hover:underline"
        >
          {merchant.name}
        </Link>
        <span className="text-[13px] text-soft">{words(merchant.category)}</span>
      </span>
    ),
  },
  { name: 'Type', cell: ({ type }) => <Status of={type} /> },
  {
    name: 'Amount',
    figures: true,
    // A decline moved nothing: its amount is only what was asked for.
    cell: ({ amount, type }) => (
      <Amount of={amount} signed className={classes(type === 'decline' && 'text-soft line-through')} />
    ),
  },
  { name: 'Balance after', figures: true, from: 'md', cell: ({ balance_after }) => <Amount of={balance_after} /> },
  { name: 'When', from: 'sm', cell: ({ created_at }) => <Time at={created_at} /> },
]
