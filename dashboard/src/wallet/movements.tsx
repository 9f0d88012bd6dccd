import { Link } from '@tanstack/react-router'
import { ArrowDownUp, BookOpen } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type Page, useRead } from '../api/read.ts'
import type { WalletTransaction } from '../api/schemas.ts'
import { useFilters } from '../shell/filters.ts'
import { ListTable } from '../shell/list-table.tsx'
import { placeOf, usePaging } from '../shell/paging.tsx'
import { Amount } from '../ui/amounts.tsx'
import { Button } from '../ui/button.tsx'
import { ExportCsv } from '../ui/export-csv.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'
import type { Column } from '../ui/table.tsx'
import { WorkspaceTime } from '../ui/times.tsx'

const BookkeepingDialog = lazy(() => import('./bookkeeping-dialog.tsx'))

const PER_PAGE = 25

const names: Record<WalletTransaction['type'], string> = {
  deposit: 'Deposit credited',
  deposit_reversal: 'Deposit reversed',
  fund: 'Card funded',
  withdraw: 'Withdrawn from a card',
  terminate: 'Balance of a terminated card returned',
  hold: 'More held after termination',
  settle: 'Settlement after termination',
  reverse: 'Hold reversed after termination',
  expire: 'Hold expired after termination',
  refund: 'Refund after termination',
}

const columns: Column<WalletTransaction>[] = [
  { name: 'Movement', cell: ({ type }) => <span className="font-medium">{names[type]}</span> },
  { name: 'Card or deposit', from: 'md', cell: (movement) => <Cause of={movement} /> },
  { name: 'Amount', figures: true, cell: ({ amount }) => <Amount of={amount} signed /> },
  { name: 'Balance after', figures: true, from: 'md', cell: ({ balance_after }) => <Amount of={balance_after} /> },
  {
    name: 'When',
    isTime: true,
    figures: true,
    from: 'sm',
    cell: ({ created_at }) => <WorkspaceTime at={created_at} />,
  },
]

export function Movements({ choice }: { choice: ReactNode }) {
  const paging = usePaging(PER_PAGE)
  const [isBookkeeping, setBookkeeping] = useState(false)
  const reading = useRead<Page<WalletTransaction>>({
    noun: 'wallet',
    path: '/v1/wallet/transactions',
    query: { ...paging.query },
    keepWhileLoading: true,
  })
  return (
    <Panel
      flush
      title="All movements"
      actions={
        <>
          {choice}
          <ExportCsv path="/v1/wallet/transactions" name="wallet-movements.csv" />
          <Button size="small" icon={<BookOpen className="size-4" aria-hidden />} onClick={() => setBookkeeping(true)}>
            Bookkeeping
          </Button>
          {isBookkeeping && (
            <Suspense fallback={null}>
              <BookkeepingDialog onClose={() => setBookkeeping(false)} />
            </Suspense>
          )}
        </>
      }
    >
      <ListTable
        label="Movements of the wallet"
        columns={columns}
        list={reading}
        paging={paging}
        keyOf={({ sequence }) => String(sequence)}
        empty={
          <Empty icon={<ArrowDownUp className="size-5" aria-hidden />} title="No movements yet">
            All money into and out of the wallet is listed here.
          </Empty>
        }
      />
    </Panel>
  )
}

function Cause({ of: { card_id, deposit_id } }: { of: WalletTransaction }) {
  const { set, filters } = useFilters()
  const look = 'block max-w-44 truncate rounded font-mono text-[13px] underline-offset-2 hover:underline'
  if (deposit_id !== undefined)
    return (
      <button
        type="button"
        className={look}
        onClick={() => set({ deposit: deposit_id, ...placeOf(filters) }, 'new entry')}
      >
        {deposit_id}
      </button>
    )
  return (
    <Link to={`/cards/${card_id}`} className={look}>
      {card_id}
    </Link>
  )
}
