import { Link } from '@tanstack/react-router'
import type { SpendRequest } from '../api/schemas.ts'
import { PastList } from '../shell/past-list.tsx'
import { Amount } from '../ui/amounts.tsx'
import { Status } from '../ui/badge.tsx'
import { CardLink } from '../ui/card-link.tsx'
import type { Column } from '../ui/table.tsx'
import { WorkspaceTime } from '../ui/times.tsx'
import { ActorName } from './actor-name.tsx'
import { NOUN } from './use-requests.ts'

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
  return (
    <PastList
      title="History"
      label="History of spend requests"
      statuses={statuses}
      statusLabel="Status"
      noun={NOUN}
      path="/v1/spend-requests"
      queryOf={(status) => (status === 'all' ? {} : { status })}
      columns={columns}
      emptyTitle={(status) => (status === 'all' ? 'No requests yet' : `No ${status} requests`)}
      emptyText={() => 'Every request is listed here with its outcome.'}
    />
  )
}
