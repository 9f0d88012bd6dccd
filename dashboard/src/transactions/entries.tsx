import { useNavigate } from '@tanstack/react-router'
import { type Page as PageOf, useRead } from '../api/read.ts'
import { useFilters } from '../shell/filters.ts'
import { ListTable } from '../shell/list-table.tsx'
import { usePaging } from '../shell/paging.tsx'
import { ExportCsv } from '../ui/export-csv.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { useInstants } from '../ui/zone.ts'
import { useListSettings } from '../views/list-settings.ts'
import { ListViews } from '../views/list-views.tsx'
import { NoTransactionMatches, NoTransactions } from './no-transactions.tsx'
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
        <ListTable
          isBelowFilters
          label="Transactions"
          columns={columnsWithCard.filter(settings.isShown)}
          list={transactions}
          paging={paging}
          keyOf={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: '/transactions/$transactionId', params: { transactionId: id } })}
          empty={
            isNarrowed(wanted) ? (
              <NoTransactionMatches what="transaction" onClear={() => set(noTransactionFilters)} />
            ) : (
              <NoTransactions />
            )
          }
        />
      </Panel>
    </Page>
  )
}
