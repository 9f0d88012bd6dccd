import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeftRight } from 'lucide-react'
import { useEnvironment } from '../api/environment.ts'
import { useMay } from '../api/me.ts'
import { type Page, useRead } from '../api/read.ts'
import { columnsWithCard, type ListedTransaction } from '../transactions/transaction-columns.tsx'
import { buttonLook } from '../ui/button.tsx'
import { NamedCardLink } from '../ui/card-link.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'

// Next to the charts there is no room for the balance, and a card takes two lines.
const columns = columnsWithCard
  .filter(({ name }) => name !== 'Balance after')
  .map((column) => (column.name === 'Card' ? { ...column, cell: stackedCard } : column))

function stackedCard({ card_id, card }: ListedTransaction) {
  return <NamedCardLink id={card_id} card={card} isStacked />
}

export function LatestActivity({ className }: { className: string }) {
  const reading = useRead<Page<ListedTransaction>>({
    noun: 'transactions',
    path: '/dashboard/transactions',
    query: { per_page: 8 },
  })
  const navigate = useNavigate()
  return (
    <Panel
      flush
      title="Latest activity"
      className={className}
      actions={
        <Link to="/transactions" className={buttonLook('secondary', 'small')}>
          All transactions
        </Link>
      }
    >
      <Table
        label="Latest transactions"
        columns={columns}
        reading={{ ...reading, data: reading.data?.data }}
        keyOf={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: `/transactions/${id}` })}
        empty={<NoActivity />}
      />
    </Panel>
  )
}

function NoActivity() {
  const isSandbox = useEnvironment() === 'sandbox'
  const may = useMay()
  return (
    <Empty
      icon={<ArrowLeftRight className="size-5" aria-hidden />}
      title="No transactions yet"
      action={
        isSandbox &&
        may('develop') && (
          <Link to="/shop" className={buttonLook()}>
            Buy something in the test shop
          </Link>
        )
      }
    >
      Purchases, refunds and declines of all cards appear here as they happen.
    </Empty>
  )
}
