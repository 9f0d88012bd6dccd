import { Bitcoin } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Page, useRead } from '../api/read.ts'
import type { Deposit } from '../api/schemas.ts'
import { type Filters, useFilters } from '../shell/filters.ts'
import { ListTable } from '../shell/list-table.tsx'
import { placeOf, usePaging } from '../shell/paging.tsx'
import { Amount, money } from '../ui/amounts.tsx'
import { Status } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Copy } from '../ui/copy.tsx'
import { Select } from '../ui/field.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'
import type { Column } from '../ui/table.tsx'
import { WorkspaceTime } from '../ui/times.tsx'
import { Confirmations } from './confirmations.tsx'
import { coins, currencies, currencyNames } from './currencies.ts'

const PER_PAGE = 20

export function Deposits({ choice }: { choice: ReactNode }) {
  const { filters, set } = useFilters()
  const paging = usePaging(PER_PAGE)
  const reading = useRead<Page<Deposit>>({
    noun: 'deposits',
    path: '/v1/wallet/deposits',
    query: { status: filters.status, currency: filters.currency, ...paging.query },
    keepWhileLoading: true,
  })
  const open = ({ id }: Deposit) => set({ deposit: id, ...placeOf(filters) }, 'new entry')
  return (
    <Panel flush title="Deposits" actions={choice}>
      <DepositFilters filters={filters} set={set} />
      <ListTable
        label="Deposits"
        columns={columnsOf(open)}
        list={reading}
        paging={paging}
        keyOf={({ id }) => id}
        onOpen={open}
        empty={<NoDeposits isFiltered={Boolean(filters.status ?? filters.currency)} />}
      />
    </Panel>
  )
}

function DepositFilters({ filters, set }: { filters: Filters; set: (changes: Filters) => void }) {
  return (
    <div className="flex flex-wrap gap-2 px-5 pb-4">
      <Select
        className="w-40"
        aria-label="Status"
        value={filters.status ?? ''}
        onChange={(event) => set({ status: event.target.value })}
      >
        <option value="">Any status</option>
        <option value="pending">Pending</option>
        <option value="confirmed">Confirmed</option>
        <option value="expired">Expired</option>
      </Select>
      <Select
        className="w-40"
        aria-label="Deposited currency"
        value={filters.currency ?? ''}
        onChange={(event) => set({ currency: event.target.value })}
      >
        <option value="">Any currency</option>
        {currencyNames.map((currency) => (
          <option key={currency} value={currency}>
            {currencies[currency].code}
          </option>
        ))}
      </Select>
    </div>
  )
}

function columnsOf(open: (deposit: Deposit) => void): Column<Deposit>[] {
  return [
    {
      name: 'Deposit',
      cell: (deposit) => (
        <button type="button" className="rounded text-left font-medium whitespace-nowrap" onClick={() => open(deposit)}>
          {coins(deposit)}
        </button>
      ),
    },
    { name: 'Status', cell: ({ status }) => <Status of={status} /> },
    { name: 'Confirmations', from: 'sm', cell: (deposit) => <Confirmations deposit={deposit} /> },
    { name: 'Value', figures: true, from: 'lg', cell: (deposit) => <Value of={deposit} /> },
    {
      name: 'Credited',
      figures: true,
      cell: ({ credited_usd, status }) =>
        status === 'pending' ? (
          <span className="text-soft">
            about <Amount of={credited_usd} />
          </span>
        ) : (
          <Amount of={credited_usd} signed />
        ),
    },
    { name: 'Transaction', from: 'lg', cell: ({ tx_hash }) => <Hash of={tx_hash} /> },
    {
      name: 'Detected',
      isTime: true,
      figures: true,
      from: 'sm',
      cell: ({ created_at }) => <WorkspaceTime at={created_at} />,
    },
  ]
}

function Value({ of: { amount_usd, fee_usd } }: { of: Deposit }) {
  return (
    <span className="grid">
      <Amount of={amount_usd} />
      <span className="text-[13px] text-soft">minus {money(fee_usd)} fee</span>
    </span>
  )
}

function Hash({ of }: { of: string }) {
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      <code className="font-mono text-[13px]" title={of}>
        {of.slice(0, 8)}…{of.slice(-4)}
      </code>
      <Copy text={of} what="transaction hash" />
    </span>
  )
}

function NoDeposits({ isFiltered }: { isFiltered: boolean }) {
  const { set } = useFilters()
  if (isFiltered)
    return (
      <Empty
        title="No deposits match"
        action={<Button onClick={() => set({ status: undefined, currency: undefined })}>Show all deposits</Button>}
      />
    )
  return (
    <Empty icon={<Bitcoin className="size-5" aria-hidden />} title="No deposits yet">
      Send crypto to one of the addresses above. The deposit appears here as soon as the network has seen it.
    </Empty>
  )
}
