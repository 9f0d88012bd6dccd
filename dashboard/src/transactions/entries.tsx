import { useNavigate } from '@tanstack/react-router'
import { ArrowLeftRight } from 'lucide-react'
import { type Page as PageOf, useRead } from '../api/read.ts'
import type { Transaction } from '../api/schemas.ts'
import { useFilters } from '../shell/filters.ts'
import { Button } from '../ui/button.tsx'
import { ExportCsv } from '../ui/export-csv.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'
import { Pager, Table } from '../ui/table.tsx'
import { useColumnsWithCard } from './transaction-columns.tsx'
import { isNarrowed, noTransactionFilters, TransactionFilters, wantedTransactions } from './transaction-filters.tsx'
import { TransactionTabs } from './transaction-tabs.tsx'

const PER_PAGE = 50

/** The single entries behind the purchases: every authorization, settlement, refund and decline. */
export function Entries() {
  const { filters, set, page } = useFilters()
  const wanted = wantedTransactions(filters)
  const navigate = useNavigate()
  const columns = useColumnsWithCard()
  const transactions = useRead<PageOf<Transaction>>({
    noun: 'transactions',
    path: '/v1/transactions',
    query: { ...wanted, page, per_page: PER_PAGE },
    keepWhileLoading: true,
  })
  return (
    <Page
      title="Transactions"
      lead="Every authorization, settlement, refund and decline, as it happens."
      actions={<ExportCsv path="/v1/transactions" query={wanted} name="transactions.csv" size="medium" />}
    >
      <TransactionTabs />
      <Panel flush>
        <TransactionFilters wanted={wanted} set={set} />
        <div className="border-t border-line">
          <Table
            label="Transactions"
            columns={columns}
            reading={{ ...transactions, data: transactions.data?.data }}
            keyOf={({ id }) => id}
            onOpen={({ id }) => void navigate({ to: '/transactions/$transactionId', params: { transactionId: id } })}
            empty={isNarrowed(wanted) ? <NoMatch onClear={() => set(noTransactionFilters)} /> : <None />}
          />
        </div>
        {transactions.data && (
          <Pager
            page={page}
            perPage={PER_PAGE}
            total={transactions.data.pagination.total}
            capped={transactions.data.pagination.total_capped}
            onPage={(next) => set({ page: String(next) })}
          />
        )}
      </Panel>
    </Page>
  )
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <Empty
      icon={<ArrowLeftRight className="size-5" aria-hidden />}
      title="No transaction matches"
      action={<Button onClick={onClear}>Clear the filters</Button>}
    >
      Try a longer time, another merchant, or other amounts.
    </Empty>
  )
}

function None() {
  return (
    <Empty icon={<ArrowLeftRight className="size-5" aria-hidden />} title="No transactions yet">
      They appear here the moment a card is used. In the sandbox you can simulate a purchase.
    </Empty>
  )
}
