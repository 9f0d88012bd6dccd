import { useNavigate } from '@tanstack/react-router'
import { ArrowLeftRight } from 'lucide-react'
import { type Page as PageOf, useRead } from '../api/read.ts'
import { useFilters } from '../shell/filters.ts'
import { ListPager, usePaging } from '../shell/paging.tsx'
import { Button } from '../ui/button.tsx'
import { ExportCsv } from '../ui/export-csv.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { useInstants } from '../ui/zone.ts'
import { useListSettings } from '../views/list-settings.ts'
import { ListViews } from '../views/list-views.tsx'
import { columnsWithCard, type ListedTransaction } from './transaction-columns.tsx'
import { isNarrowed, noTransactionFilters, TransactionFilters, wantedTransactions } from './transaction-filters.tsx'
import { TransactionTabs } from './transaction-tabs.tsx'

const PER_PAGE = 50
const optionalColumns = ['Type', 'Card', 'Amount', 'Balance after', 'When']

/** The individual entries of all purchases: every authorization, settlement, refund and decline. */
export function Entries() {
  const { filters, set } = useFilters()
  const settings = useListSettings(PER_PAGE)
  const paging = usePaging(settings.perPage)
  const wanted = wantedTransactions(filters)
  const asked = { ...wanted, ...useInstants(wanted) }
  const navigate = useNavigate()
  const transactions = useRead<PageOf<ListedTransaction>>({
    noun: 'transactions',
    path: '/dashboard/transactions',
    query: { ...asked, ...paging.query },
    keepWhileLoading: true,
  })
  return (
    <Page
      title="Transactions"
      lead="Every authorization, settlement, refund and decline, as it happens."
      actions={<ExportCsv path="/dashboard/transactions" query={asked} size="medium" />}
    >
      <TransactionTabs />
      <Panel flush>
        <TransactionFilters wanted={wanted} set={set} />
        <ListViews list="transactions" columns={optionalColumns} perPage={settings.perPage} />
        <div className="border-t border-line">
          <Table
            label="Transactions"
            columns={columnsWithCard.filter(settings.isShown)}
            reading={{ ...transactions, data: transactions.data?.data }}
            keyOf={({ id }) => id}
            onOpen={({ id }) => void navigate({ to: '/transactions/$transactionId', params: { transactionId: id } })}
            empty={isNarrowed(wanted) ? <NoMatch onClear={() => set(noTransactionFilters)} /> : <None />}
          />
        </div>
        <ListPager paging={paging} reading={transactions.data} />
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
      Try a longer period, another merchant, or other amounts.
    </Empty>
  )
}

function None() {
  return (
    <Empty icon={<ArrowLeftRight className="size-5" aria-hidden />} title="No transactions yet">
      They appear here when a card is used. In the sandbox you can simulate a purchase.
    </Empty>
  )
}
