import { History } from 'lucide-react'
import { type Page, useRead } from '../api/read.ts'
import type { ThreeDsChallenge } from '../api/schemas.ts'
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

const PER_PAGE = 15

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

export function PastChallenges() {
  const { filters, set } = useFilters()
  const paging = usePaging(PER_PAGE)
  const status = filters.status === 'expired' ? 'expired' : 'completed'
  const reading = useRead<Page<ThreeDsChallenge>>({
    noun: 'challenges',
    path: '/v1/3ds',
    query: { status, ...paging.query },
    keepWhileLoading: true,
  })
  return (
    <Panel
      flush
      title="Past challenges"
      actions={
        <Choices
          label="Outcome"
          value={status}
          options={outcomes}
          onChoose={(next) => set({ status: next === 'completed' ? undefined : next })}
        />
      }
    >
      <Table
        label="Past challenges"
        columns={columns}
        reading={{ ...reading, data: reading.data?.data }}
        keyOf={({ id }) => id}
        empty={
          <Empty icon={<History className="size-5" aria-hidden />} title={`No ${status} challenges`}>
            {status === 'completed'
              ? 'Challenges answered with the right passcode, approved or declined are listed here.'
              : 'Challenges that ran out of time or tries are listed here.'}
          </Empty>
        }
      />
      <ListPager paging={paging} reading={reading.data} />
    </Panel>
  )
}
