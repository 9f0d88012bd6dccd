import { RotateCw, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { type Page, useRead } from '../api/read.ts'
import type { LoggedRequest } from '../api/schemas.ts'
import { type Filters, useFilters } from '../shell/filters.ts'
import { ListTable } from '../shell/list-table.tsx'
import { usePaging } from '../shell/paging.tsx'
import { ActorName } from '../spend-requests/actor-name.tsx'
import { Breakable } from '../ui/breakable.tsx'
import { Button } from '../ui/button.tsx'
import { FilterBar, FilterDates, FilterSelect, FilterText } from '../ui/filter-bar.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'
import type { Column } from '../ui/table.tsx'
import { Time } from '../ui/times.tsx'
import { useInstants } from '../ui/zone.ts'
import { DeveloperPage, forPeopleWho } from './developer-page.tsx'
import { duration } from './durations.ts'
import { LiveToggle } from './live-toggle.tsx'
import { RequestSheet } from './request-sheet.tsx'
import { StatusCode } from './status-code.tsx'

const PER_PAGE = 50
const LIVE_MS = 3_000
const names = ['source', 'method', 'status', 'path', 'request_id', 'from', 'to']
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ value: method, name: method }))
const statusClasses = [
  { value: '2xx', name: '2xx success' },
  { value: '4xx', name: '4xx client error' },
  { value: '5xx', name: '5xx server error' },
  { value: '403', name: '403 not allowed' },
  { value: '404', name: '404 not found' },
  { value: '429', name: '429 rate limited' },
]

/** By default the log shows only requests with API keys, because the dashboard's own reads would fill it. */
const sources = [
  { value: 'dashboard', name: 'Dashboard' },
  { value: 'all', name: 'Keys and dashboard' },
]

/** A search by request id covers all sources. */
function wantedSource({ source, request_id }: Filters): string | undefined {
  if (source === 'dashboard') return source
  return source === 'all' || request_id !== undefined ? undefined : 'api_key'
}

export const RequestLog = forPeopleWho(
  'develop',
  'Request log',
  'Only people with developer access can see the request log.',
  AllRequests,
)

function AllRequests() {
  const { filters, set } = useFilters()
  const paging = usePaging(PER_PAGE)
  const [opened, open] = useState<LoggedRequest>()
  const isLive = filters.live === 'on'
  const { method, status, path, request_id } = filters
  const requests = useRead<Page<LoggedRequest>>({
    noun: 'logs',
    path: '/v1/request-logs',
    query: {
      source: wantedSource(filters),
      method,
      status,
      path,
      request_id,
      ...useInstants(filters),
      ...paging.query,
    },
    keepWhileLoading: true,
    everyMs: isLive ? LIVE_MS : undefined,
  })
  const bar = { filters, onChange: set }
  return (
    <DeveloperPage
      title="Request log"
      lead="Every request to the API in the last seven days, without bodies."
      actions={
        <>
          <LiveToggle isLive={isLive} onChange={(live) => set({ live: live ? 'on' : undefined })} />
          <Button
            busy={requests.isFetching && !isLive}
            icon={<RotateCw className="size-4" aria-hidden />}
            onClick={() => void requests.refetch()}
          >
            Refresh
          </Button>
        </>
      }
    >
      <FilterBar {...bar} names={names}>
        <FilterSelect {...bar} label="Source" name="source" all="API keys" options={sources} />
        <FilterSelect {...bar} label="Method" name="method" all="All methods" options={methods} />
        <FilterSelect {...bar} label="Status" name="status" all="All statuses" options={statusClasses} />
        <FilterText {...bar} label="Path" name="path" placeholder="Part of the path" maxLength={200} />
        <FilterText {...bar} label="Request id" name="request_id" placeholder="req_…" maxLength={100} />
        <FilterDates {...bar} />
      </FilterBar>
      <Panel flush>
        <ListTable
          label="Requests"
          columns={columns(open)}
          list={requests}
          paging={paging}
          keyOf={(request) => request.request_id}
          onOpen={open}
          empty={
            <Empty icon={<ScrollText className="size-5" aria-hidden />} title="No requests">
              {names.some((name) => filters[name])
                ? 'Nothing matches these filters.'
                : 'Requests by your API keys appear here. To see requests by people in the dashboard, choose another source.'}
            </Empty>
          }
        />
      </Panel>
      <RequestSheet request={opened} onClose={() => open(undefined)} />
    </DeveloperPage>
  )
}

function columns(open: (request: LoggedRequest) => void): Column<LoggedRequest>[] {
  return [
    { name: 'Status', cell: ({ status }) => <StatusCode of={status} /> },
    {
      name: 'Request',
      cell: (request) => (
        <button type="button" className="text-left hover:underline" onClick={() => open(request)}>
          <code className="font-mono text-[13px] wrap-anywhere">
            <span className="text-soft">{request.method}</span> <Breakable text={request.path} />
          </code>
          {request.error && <span className="block text-[13px] text-soft">{request.error}</span>}
        </button>
      ),
    },
    { name: 'Duration', figures: true, from: 'sm', cell: ({ duration_ms }) => duration(duration_ms) },
    {
      name: 'By',
      from: 'lg',
      cell: ({ actor }) => (
        <span className="flex max-w-40">
          <ActorName id={actor} />
        </span>
      ),
    },
    { name: 'When', isTime: true, cell: ({ created_at }) => <Time at={created_at} /> },
  ]
}
