import { ScrollText } from 'lucide-react'
import { useRef } from 'react'
import { type Page, useRead } from '../api/read.ts'
import type { EventEnvelope } from '../api/schemas.ts'
import { useFilters } from '../shell/filters.ts'
import { FilterBar, FilterDates, FilterSelect } from '../ui/filter-bar.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'
import { type Column, Pager, Table } from '../ui/table.tsx'
import { WorkspaceTime } from '../ui/times.tsx'
import { useInstants } from '../ui/zone.ts'
import { DeveloperPage } from './developer-page.tsx'
import { EventSheet } from './event-sheet.tsx'
import { eventNames } from './event-types.ts'
import { LiveToggle } from './live-toggle.tsx'

const PER_PAGE = 50
const names = ['type', 'from', 'to']
const types = eventNames.map((name) => ({ value: name, name }))

export function Events() {
  const { filters, set, page } = useFilters()
  const isLive = filters.live !== 'off'
  const events = useRead<Page<EventEnvelope>>({
    // Events invalidate what is called by their noun; a list by another name stays as it is.
    noun: isLive ? 'events' : 'events at rest',
    path: '/v1/events',
    query: { type: filters.type, ...useInstants(filters), page, per_page: PER_PAGE },
    keepWhileLoading: true,
  })
  const isNew = useNews(events.data?.data)
  const open = ({ id }: EventEnvelope) => set({ event: id, page: filters.page }, 'new entry')
  return (
    <DeveloperPage
      title="Events"
      lead="Everything that happened, as webhooks and the event stream tell it. Kept for 30 days."
      actions={<LiveToggle isLive={isLive} onChange={(live) => set({ live: live ? undefined : 'off' })} />}
    >
      <FilterBar filters={filters} onChange={set} names={names}>
        <FilterSelect label="Type" name="type" all="All types" options={types} filters={filters} onChange={set} />
        <FilterDates filters={filters} onChange={set} />
      </FilterBar>
      <Panel flush>
        <Table
          label="Events"
          columns={columns(open)}
          reading={{ ...events, data: events.data?.data }}
          keyOf={({ id }) => id}
          onOpen={open}
          isNew={isNew}
          empty={
            <Empty icon={<ScrollText className="size-5" aria-hidden />} title="No events">
              {names.some((name) => filters[name])
                ? 'Nothing matches these filters.'
                : 'Create a card or simulate a purchase in the sandbox, and it appears here at once.'}
            </Empty>
          }
        />
        {events.data && (
          <Pager
            page={page}
            perPage={PER_PAGE}
            total={events.data.pagination.total}
            capped={events.data.pagination.total_capped}
            onPage={(next) => set({ page: String(next) })}
          />
        )}
      </Panel>
      <EventSheet eventId={filters.event} onClose={() => set({ event: undefined, page: filters.page })} />
    </DeveloperPage>
  )
}

/** Those that came while the page was open: they slide in. */
function useNews(events: EventEnvelope[] | undefined): (event: EventEnvelope) => boolean {
  const first = useRef<number>(undefined)
  if (events && first.current === undefined) first.current = events[0]?.sequence ?? 0
  return ({ sequence }) => first.current !== undefined && sequence > first.current
}

function columns(open: (event: EventEnvelope) => void): Column<EventEnvelope>[] {
  return [
    {
      name: 'Type',
      cell: (event) => (
        <button type="button" className="font-mono text-[13px] font-medium hover:underline" onClick={() => open(event)}>
          {event.type}
        </button>
      ),
    },
    {
      name: 'About',
      from: 'sm',
      cell: ({ data }) => <code className="font-mono text-[13px] text-soft">{String(data.id ?? data.webhook_id)}</code>,
    },
    { name: 'Sequence', figures: true, from: 'md', cell: ({ sequence }) => sequence },
    { name: 'Happened', isTime: true, cell: ({ created_at }) => <WorkspaceTime at={created_at} /> },
  ]
}
