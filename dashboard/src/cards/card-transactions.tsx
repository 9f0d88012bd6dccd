import { Link, useNavigate } from '@tanstack/react-router'
import { type Page, useRead } from '../api/read.ts'
import type { Transaction } from '../api/schemas.ts'
import { transactionColumns } from '../transactions/transaction-columns.tsx'
import { buttonLook } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'

const LATEST = 10

export function CardTransactions({ cardId }: { cardId: string }) {
  const navigate = useNavigate()
  const transactions = useRead<Page<Transaction>>({
    noun: 'transactions',
    path: '/v1/transactions',
    query: { card_id: cardId, per_page: LATEST },
  })
  return (
    <Panel
      flush
      title="Latest transactions"
      actions={
        <Link to="/transactions" search={{ card_id: cardId }} className={buttonLook('secondary', 'small')}>
          All transactions
        </Link>
      }
    >
      <Table
        label="Latest transactions"
        columns={transactionColumns}
        reading={{ ...transactions, data: transactions.data?.data }}
        keyOf={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: '/transactions/$transactionId', params: { transactionId: id } })}
        empty={<Empty title="Not used yet">Purchases, refunds and declines of this card appear here.</Empty>}
      />
    </Panel>
  )
}
