// One row per purchase: the authorization together with its increments, settlements, refunds and releases.

import { useNavigate } from '@tanstack/react-router'
import { ArrowLeftRight } from 'lucide-react'
import type { PurchasePage } from '../../../server/src/dashboard/shapes/purchases.ts'
import { useRead } from '../api/read.ts'
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
import { purchaseColumns } from './purchase-columns.tsx'
import { isNarrowed, noPurchaseFilters, PurchaseFilters, wantedPurchases } from './purchase-filters.tsx'
import { TransactionTabs } from './transaction-tabs.tsx'

const PER_PAGE = 50
const PATH = '/dashboard/purchases'
const optionalColumns = ['Card', 'Status', 'Reason', 'Amount', 'When']

export function Purchases() {
  const { filters, set } = useFilters()
  const settings = useListSettings(PER_PAGE)
  const paging = usePaging(settings.perPage, { isCounted: false })
  const wanted = wantedPurchases(filters)
  const asked = { ...wanted, ...useInstants(wanted) }
  const navigate = useNavigate()
  const purchases = useRead<PurchasePage>({
    noun: 'transactions',
    path: PATH,
    query: { ...asked, ...paging.query },
    keepWhileLoading: true,
  })
  return (
    <Page
      title="Transactions"
      lead="Every purchase and its current status."
      actions={<ExportCsv path={PATH} query={asked} size="medium" />}
    >
      <TransactionTabs />
      <Panel flush>
        <PurchaseFilters wanted={wanted} set={set} />
        <ListViews list="purchases" columns={optionalColumns} perPage={settings.perPage} />
        <div className="border-t border-line">
          <Table
            label="Purchases"
            columns={purchaseColumns.filter(settings.isShown)}
            reading={{ ...purchases, data: purchases.data?.data }}
            keyOf={({ id }) => id}
            onOpen={({ id }) => void navigate({ to: '/transactions/$transactionId', params: { transactionId: id } })}
            empty={isNarrowed(wanted) ? <NoMatch onClear={() => set(noPurchaseFilters)} /> : <None />}
          />
        </div>
        <ListPager paging={paging} reading={purchases.data} />
      </Panel>
    </Page>
  )
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <Empty
      icon={<ArrowLeftRight className="size-5" aria-hidden />}
      title="No purchase matches"
      action={<Button onClick={onClear}>Clear the filters</Button>}
    >
      Try a longer time, another merchant, or another status.
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
