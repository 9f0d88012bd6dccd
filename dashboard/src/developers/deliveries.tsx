import { useState } from 'react'
import { type Page, useRead } from '../api/read.ts'
import type { Delivery, Webhook } from '../api/schemas.ts'
import { useFilters } from '../shell/filters.ts'
import { ListTable } from '../shell/list-table.tsx'
import { usePaging } from '../shell/paging.tsx'
import { Status } from '../ui/badge.tsx'
import { Breakable } from '../ui/breakable.tsx'
import { Choices } from '../ui/choices.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'
import type { Column } from '../ui/table.tsx'
import { NextWorkspaceTry, WorkspaceTime } from '../ui/times.tsx'
import { DeliverySheet } from './delivery-sheet.tsx'
import { duration } from './durations.ts'

const PER_PAGE = 20
/** Polled, because no event reports the result of a delivery. */
const LOOK_MS = 3_000

const statuses = [
  { value: 'all', name: 'All' },
  { value: 'pending', name: 'Pending' },
  { value: 'succeeded', name: 'Succeeded' },
  { value: 'failed', name: 'Failed' },
] as const

export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { filters, set } = useFilters()
  const paging = usePaging(PER_PAGE)
  const [opened, open] = useState<Delivery>()
  const status = statuses.find(({ value }) => value === filters.status)?.value ?? 'all'
  const deliveries = useRead<Page<Delivery>>({
    noun: 'webhooks',
    path: `/v1/webhooks/${webhook.id}/deliveries`,
    query: { ...paging.query, status: status === 'all' ? undefined : status },
    keepWhileLoading: true,
    everyMs: LOOK_MS,
  })
  const found = deliveries.data?.data
  const current = opened && (found?.find(({ id }) => id === opened.id) ?? opened)
  return (
    <Panel
      title="Deliveries"
      note="The last 30 days."
      flush
      actions={
        <Choices
          label="Status"
          options={statuses}
          value={status}
          onChoose={(value) => set({ status: value === 'all' ? undefined : value })}
        />
      }
    >
      <ListTable
        label="Deliveries"
        columns={columns(open)}
        list={deliveries}
        paging={paging}
        keyOf={({ id }) => id}
        onOpen={open}
        empty={
          <Empty title={status === 'all' ? 'No deliveries yet' : `No ${status} deliveries`}>
            Send a test, or wait for the next event this webhook subscribes to.
          </Empty>
        }
      />
      <DeliverySheet webhook={webhook} delivery={current} onClose={() => open(undefined)} />
    </Panel>
  )
}

function columns(open: (delivery: Delivery) => void): Column<Delivery>[] {
  return [
    {
      name: 'Event',
      cell: (delivery) => (
        <button
          type="button"
          className="text-left font-mono text-[13px] font-medium wrap-anywhere hover:underline"
          onClick={() => open(delivery)}
        >
          <Breakable text={delivery.event_type} />
        </button>
      ),
    },
    { name: 'Status', cell: ({ status }) => <Status of={status} /> },
    { name: 'Response', cell: ({ response_status, attempt }) => response_status ?? (attempt === 0 ? '–' : 'None') },
    { name: 'Attempt', figures: true, from: 'sm', cell: ({ attempt }) => attempt },
    { name: 'Duration', figures: true, from: 'md', cell: ({ duration_ms }) => duration(duration_ms) },
    {
      name: 'Next attempt',
      isTime: true,
      from: 'lg',
      cell: ({ next_attempt_at }) => (next_attempt_at ? <NextWorkspaceTry at={next_attempt_at} /> : '–'),
    },
    { name: 'Created', isTime: true, from: 'sm', cell: ({ created_at }) => <WorkspaceTime at={created_at} /> },
  ]
}
