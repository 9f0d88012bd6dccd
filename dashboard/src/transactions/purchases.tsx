// One row for each purchase: the authorization with its increments, settlements, refunds and releases, as one life.

import { useNavigate } from '@tanstack/react-router'
import { ArrowLeftRight } from 'lucide-react'
import type { PurchasePage } from '../../../server/src/dashboard/shapes/purchases.ts'
import { useRead } from '../api/read.ts'
import { useFilters } from '../shell/filters.ts'
import { Button } from '../ui/button.tsx'
import { CursorPager } from '../ui/cursor-pager.tsx'
import { ExportCsv } from '../ui/export-csv.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { purchaseColumns } from './purchase-columns.tsx'
import { isNarrowed, noPurchaseFilters, PurchaseFilters, wantedPurchases } from './purchase-filters.tsx'
import { TransactionTabs } from './transaction-tabs.tsx'

const PER_PAGE = 50
const PATH = '/dashboard/purchases'

export function Purchases() {
  const { filters, set } = useFilters()
  const wanted = wantedPurchases(filters)
  const navigate = useNavigate()
  const { cursor } = filters
  const purchases = useRead<PurchasePage>({
    noun: 'transactions',
    path: PATH,
    query: { ...wanted, cursor, per_page: PER_PAGE },
    keepWhileLoading: true,
  })
  // A cursor belongs to the filters that it came with.
  const narrow = (changes: typeof filters) => set({ cursor: undefined, ...changes })
  const clear = () => narrow(noPurchaseFilters)
  return (
    <Page
      title="Transactions"
      lead="Every purchase with what became of it: held, settled, released, refunded or declined."
      actions={<ExportCsv path={PATH} query={wanted} size="medium" />}
    >
      <TransactionTabs />
      <Panel flush>
        <PurchaseFilters wanted={wanted} set={narrow} />
        <div className="border-t border-line">
          <Table
            label="Purchases"
            columns={purchaseColumns}
            reading={{ ...purchases, data: purchases.data?.data }}
            keyOf={({ id }) => id}
            onOpen={({ id }) => void navigate({ to: '/transactions/$transactionId', params: { transactionId: id } })}
            empty={isNarrowed(wanted) ? <NoMatch onClear={clear} /> : <None />}
          />
        </div>
        {purchases.data && (
          <CursorPager
            cursor={cursor}
            pagination={purchases.data.pagination}
            rows={purchases.data.data.length}
            onCursor={(next) => set({ cursor: next })}
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
