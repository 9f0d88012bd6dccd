import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { type Page, useRead } from '../api/read.ts'
import type { SpendRequest } from '../api/schemas.ts'
import { useFilters } from '../shell/filters.ts'
import { ListPager, usePaging } from '../shell/paging.tsx'
import { Amount } from '../ui/amounts.tsx'
import { Status } from '../ui/badge.tsx'
import { CardLink } from '../ui/card-link.tsx'
import { Choices } from '../ui/choices.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { WorkspaceTime } from '../ui/times.tsx'
import { ActorName } from './actor-name.tsx'
import { NOUN } from './use-requests.ts'

const PER_PAGE = 15

const statuses = [
  { value: 'all', name: 'All' },
  { value: 'approved', name: 'Approved' },
  { value: 'used', name: 'Used' },
  { value: 'denied', name: 'Denied' },
  { value: 'expired', name: 'Expired' },
  { value: 'canceled', name: 'Canceled' },
] as const

const columns: Column<SpendRequest>[] = [
  {
    name: 'Merchant',
    cell: ({ id, merchant }) => (
      <Link
        to="/spend-requests/$requestId"
        params={{ requestId: id }}
        className="font-medium underline-offset-2 hover:underline"
      >
        {merchant.name}
      </Link>
    ),
  },
  { name: 'Status', cell: ({ status }) => <Status of={status} /> },
  { name: 'Asked by', from: 'md', cell: ({ requested_by }) => <ActorName id={requested_by} /> },
  { name: 'Card', from: 'lg', cell: ({ card_id }) => (card_id ? <CardLink id={card_id} /> : '–') },
  { name: 'Amount', figures: true, cell: ({ amount }) => <Amount of={amount} /> },
  {
    name: 'Asked',
    isTime: true,
    figures: true,
    from: 'sm',
    cell: ({ created_at }) => <WorkspaceTime at={created_at} />,
  },
]

export function PastRequests() {
  const { filters, set } = useFilters()
  const paging = usePaging(PER_PAGE)
  const status = statuses.find(({ value }) => value === filters.status)?.value ?? 'all'
  const reading = useRead<Page<SpendRequest>>({
    noun: NOUN,
    path: '/v1/spend-requests',
    query: { ...(status !== 'all' && { status }), ...paging.query },
    keepWhileLoading: true,
  })
  return (
    <Panel
      flush
      title="History"
      actions={
        <Choices
          label="Status"
          value={status}
          options={statuses}
          onChoose={(next) => set({ status: next === 'all' ? undefined : next })}
        />
      }
    >
      <Table
        label="History of spend requests"
        columns={columns}
        reading={{ ...reading, data: reading.data?.data }}
        keyOf={({ id }) => id}
        empty={
          <Empty
            icon={<History className="size-5" aria-hidden />}
            title={status === 'all' ? 'No requests yet' : `No ${status} requests`}
          >
            Every request is listed here with its outcome.
          </Empty>
        }
      />
      <ListPager paging={paging} reading={reading.data} />
    </Panel>
  )
}
