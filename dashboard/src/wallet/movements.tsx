import { Link } from '@tanstack/react-router'
import { ArrowDownUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Page, useRead } from '../api/read.ts'
import type { WalletTransaction } from '../api/schemas.ts'
import { useFilters } from '../shell/filters.ts'
import { Amount } from '../ui/amounts.tsx'
import { ExportCsv } from '../ui/export-csv.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'
import { type Column, Pager, Table } from '../ui/table.tsx'
import { WorkspaceTime } from '../ui/times.tsx'

const PER_PAGE = 25

const names: Record<WalletTransaction['type'], string> = {
  deposit: 'Deposit credited',
  deposit_reversal: 'Deposit taken back',
  fund: 'Card funded',
  withdraw: 'Withdrawn from a card',
  terminate: 'Terminated card closed out',
  settle: 'Settlement after termination',
  reverse: 'Hold reversed after termination',
  expire: 'Hold expired after termination',
  refund: 'Refund after termination',
}

const columns: Column<WalletTransaction>[] = [
  { name: 'Movement', cell: ({ type }) => <span className="font-medium">{names[type]}</span> },
  { name: 'Of', cell: (movement) => <Cause of={movement} /> },
  { name: 'Amount', figures: true, cell: ({ amount }) => <Amount of={amount} signed /> },
  { name: 'Balance after', figures: true, cell: ({ balance_after }) => <Amount of={balance_after} /> },
  {
    name: 'When',
    isTime: true,
    figures: true,
    from: 'sm',
    cell: ({ created_at }) => <WorkspaceTime at={created_at} />,
  },
]

export function Movements({ choice }: { choice: ReactNode }) {
  const { set, page } = useFilters()
  const reading = useRead<Page<WalletTransaction>>({
    noun: 'wallet',
    path: '/v1/wallet/transactions',
    query: { page, per_page: PER_PAGE },
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
        </>
      }
    >
      <Table
        label="Movements of the wallet"
        columns={columns}
        reading={{ ...reading, data: reading.data?.data }}
        keyOf={({ sequence }) => String(sequence)}
        empty={
          <Empty icon={<ArrowDownUp className="size-5" aria-hidden />} title="Nothing has moved yet">
            Every dollar into and out of the wallet is listed here, from the first deposit on.
          </Empty>
        }
      />
      {reading.data && (
        <Pager
          page={page}
          perPage={PER_PAGE}
          total={reading.data.pagination.total}
          onPage={(next) => set({ page: String(next) })}
        />
      )}
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
        onClick={() => set({ deposit: deposit_id, page: filters.page }, 'new entry')}
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
