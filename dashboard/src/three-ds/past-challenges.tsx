import type { ThreeDsChallenge } from '../api/schemas.ts'
import { PastList } from '../shell/past-list.tsx'
import { Amount } from '../ui/amounts.tsx'
import { Status } from '../ui/badge.tsx'
import { CardLink } from '../ui/card-link.tsx'
import type { Column } from '../ui/table.tsx'
import { WorkspaceTime } from '../ui/times.tsx'

const outcomes = [
  { value: 'completed', name: 'Completed' },
  { value: 'expired', name: 'Expired' },
] as const

const columns: Column<ThreeDsChallenge>[] = [
  { name: 'Merchant', cell: ({ merchant }) => <span className="font-medium">{merchant}</span> },
  { name: 'Status', cell: ({ status, outcome }) => <Status of={outcome ?? status} /> },
  { name: 'Card', from: 'sm', cell: ({ card_id }) => <CardLink id={card_id} /> },
  { name: 'Amount', figures: true, cell: ({ amount }) => <Amount of={amount} /> },
  {
    name: 'Asked',
    isTime: true,
    figures: true,
    from: 'sm',
    cell: ({ created_at }) => <WorkspaceTime at={created_at} />,
  },
]

const emptyTexts = {
  completed: 'Challenges answered with the right passcode, approved or declined are listed here.',
  expired: 'Challenges that ran out of time or tries are listed here.',
}

export function PastChallenges() {
  return (
    <PastList
      title="Past challenges"
      label="Past challenges"
      statuses={outcomes}
      statusLabel="Outcome"
      noun="challenges"
      path="/v1/3ds"
      queryOf={(status) => ({ status })}
      columns={columns}
      emptyTitle={(status) => `No ${status} challenges`}
      emptyText={(status) => emptyTexts[status]}
    />
  )
}
