import { ScrollText } from 'lucide-react'
import { useRef } from 'react'
import { type Page, useRead } from '../api/read.ts'
import type { EventEnvelope } from '../api/schemas.ts'
import { useFilters } from '../shell/filters.ts'
import { ListPager, placeOf, usePaging } from '../shell/paging.tsx'
import { Breakable } from '../ui/breakable.tsx'
import { CardLink } from '../ui/card-link.tsx'
import { FilterBar, FilterDates, FilterSelect } from '../ui/filter-bar.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { WorkspaceTime } from '../ui/times.tsx'
import { useInstants } from '../ui/zone.ts'
import { DeveloperPage, forPeopleWho } from './developer-page.tsx'
import { EventSheet } from './event-sheet.tsx'
import { eventNames } from './event-types.ts'
import { LiveToggle } from './live-toggle.tsx'

const PER_PAGE = 50
const names = ['type', 'from', 'to']
const types = eventNames.map((name) => ({ value: name, name }))

export const Events = forPeopleWho(
  'reveal',
  'Events',
  'Events may contain passcodes, which your role cannot see in this environment.',
  AllEvents,
)

function AllEvents() {
  const { filters, set } = useFilters()
  const paging = usePaging(PER_PAGE)
  const isLive = filters.live !== 'off'
  const events = useRead<Page<EventEnvelope>>({
    // An event refetches queries by noun (live.ts), so a paused list has a noun that no event affects.
    noun: isLive ? 'events' : 'events at rest',
    path: '/v1/events',
    query: { type: filters.type, ...useInstants(filters), ...paging.query },
    keepWhileLoading: true,
  })
  const isNew = useUnseen(events.data?.data)
  const open = ({ id }: EventEnvelope) => set({ event: id, ...placeOf(filters) }, 'new entry')
  return (
    <DeveloperPage
      title="Events"
      lead="The events sent to webhooks and the event stream. Kept for 30 days."
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
                : 'Create a card or simulate a purchase in the sandbox, and it appears here immediately.'}
            </Empty>
          }
        />
        <ListPager paging={paging} reading={events.data} />
      </Panel>
      <EventSheet eventId={filters.event} onClose={() => set({ event: undefined, ...placeOf(filters) })} />
    </DeveloperPage>
  )
}

/** Tells which events arrived after the page was opened. Those rows slide in. */
function useUnseen(events: EventEnvelope[] | undefined): (event: EventEnvelope) => boolean {
  const first = useRef<number>(undefined)
  if (events && first.current === undefined) first.current = events[0]?.sequence ?? 0
  return ({ sequence }) => first.current !== undefined && sequence > first.current
}

function columns(open: (event: EventEnvelope) => void): Column<EventEnvelope>[] {
  return [
    {
      name: 'Type',
      cell: (event) => (
        <button
          type="button"
          className="text-left font-mono text-[13px] font-medium wrap-anywhere hover:underline"
          onClick={() => open(event)}
        >
          <Breakable text={event.type} />
        </button>
      ),
    },
    {
      name: 'About',
      from: 'sm',
      cell: (event) => (
        <span className="grid max-w-[36cqw] grid-cols-[minmax(0,1fr)]">
          <code className="truncate font-mono text-[13px] text-soft">
            {String(event.data.id ?? event.data.webhook_id)}
          </code>
          <CardOf event={event} />
        </span>
      ),
    },
    { name: 'Sequence', figures: true, from: 'md', cell: ({ sequence }) => sequence },
    { name: 'Happened', isTime: true, cell: ({ created_at }) => <WorkspaceTime at={created_at} /> },
  ]
}

/** Links to the card that the event is about, if there is one. */
function CardOf({ event: { type, data } }: { event: EventEnvelope }) {
  const id = data.card_id ?? (type.startsWith('card.') ? data.id : undefined)
  return typeof id === 'string' ? <CardLink id={id} /> : null
}
