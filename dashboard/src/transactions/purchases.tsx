// One row per purchase: the authorization together with its increments, settlements, refunds and releases.

import { useNavigate } from '@tanstack/react-router'
import { LoaderCircle } from 'lucide-react'
import { useFilters } from '../shell/filters.ts'
import { ListTable } from '../shell/list-table.tsx'
import { usePaging } from '../shell/paging.tsx'
import { ExportCsv } from '../ui/export-csv.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { ExactTime } from '../ui/times.tsx'
import { useInstants } from '../ui/zone.ts'
import { useListSettings } from '../views/list-settings.ts'
import { ListViews } from '../views/list-views.tsx'
import { NoTransactionMatches, NoTransactions } from './no-transactions.tsx'
import { purchaseColumns } from './purchase-columns.tsx'
import { isNarrowed, noPurchaseFilters, PurchaseFilters, wantedPurchases } from './purchase-filters.tsx'
import { TransactionTabs } from './transaction-tabs.tsx'
import { PURCHASES_PATH, usePurchases } from './use-purchases.ts'

const PER_PAGE = 50
const optionalColumns = ['Card', 'Status', 'Reason', 'Amount', 'When']

export function Purchases() {
  const { filters, set } = useFilters()
  const settings = useListSettings(PER_PAGE)
  const paging = usePaging(settings.perPage, { isCounted: false })
  const wanted = wantedPurchases(filters)
  const asked = { ...wanted, ...useInstants(wanted) }
  const navigate = useNavigate()
  const purchases = usePurchases(asked, paging.query)
  return (
    <Page
      title="Transactions"
      lead="Every purchase and its current status."
      actions={<ExportCsv path={PURCHASES_PATH} query={asked} size="medium" />}
    >
      <TransactionTabs />
      <Panel flush>
        <PurchaseFilters wanted={wanted} set={set} />
        <ListViews list="purchases" columns={optionalColumns} perPage={settings.perPage} />
        <ListTable
          isBelowFilters
          note={purchases.searchedTo && !purchases.isSearching && <SearchedTo at={purchases.searchedTo} />}
          label="Purchases"
          columns={purchaseColumns.filter(settings.isShown)}
          list={purchases}
          paging={paging}
          keyOf={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: '/transactions/$transactionId', params: { transactionId: id } })}
          empty={
            purchases.isSearching ? (
              <Searching to={purchases.searchedTo} />
            ) : isNarrowed(wanted) ? (
              <NoTransactionMatches what="purchase" onClear={() => set(noPurchaseFilters)} />
            ) : (
              <NoTransactions />
            )
          }
        />
      </Panel>
    </Page>
  )
}

function Searching({ to }: { to: string | undefined }) {
  return (
    <p role="status" className="flex items-center justify-center gap-2 px-5 py-16 text-sm text-soft">
      <LoaderCircle className="size-4 shrink-0 animate-spin" aria-hidden />
      <span>
        Searching.{' '}
        {to && (
          <>
            No purchase since <ExactTime at={to} /> matches.
          </>
        )}
      </span>
    </p>
  )
}

function SearchedTo({ at }: { at: string }) {
  return (
    <p className="border-t border-line px-5 py-3 text-[13px] text-soft">
      These are all that match since <ExactTime at={at} />. The next page continues with older purchases.
    </p>
  )
}
