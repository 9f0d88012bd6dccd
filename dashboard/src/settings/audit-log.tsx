import type { AuditLogEntry, AuditLogPage } from '../../../server/src/dashboard/shapes/audit-log.ts'
import type { DashboardKeys } from '../../../server/src/dashboard/shapes/keys.ts'
import type { Team } from '../../../server/src/people/shapes/team.ts'
import { useEnvironment } from '../api/environment.ts'
import { useMay } from '../api/me.ts'
import { useRead } from '../api/read.ts'
import { useFilters } from '../shell/filters.ts'
import { ListTable } from '../shell/list-table.tsx'
import { usePaging } from '../shell/paging.tsx'
import { FilterBar, FilterDates, FilterSelect } from '../ui/filter-bar.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'
import type { Column } from '../ui/table.tsx'
import { Time } from '../ui/times.tsx'
import { useInstants } from '../ui/zone.ts'
import { actionInWords, actions } from './audit-actions.ts'
import { SettingsPage } from './settings-page.tsx'

const PER_PAGE = 50
const names = ['action', 'actor', 'from', 'to']

export function AuditLog() {
  const may = useMay()
  const environment = useEnvironment()
  return (
    <SettingsPage
      title="Audit log"
      lead="Who did what with keys, card numbers, people and webhooks. Entries are chained, so changes and gaps can be detected."
    >
      {environment === 'sandbox' && (
        <Notice>This is the sandbox log. Entries about people and the account are in the production log.</Notice>
      )}
      {may('administer') ? <Entries /> : <Notice>Your role does not see the audit log.</Notice>}
    </SettingsPage>
  )
}

function Entries() {
  const { filters, set } = useFilters()
  const paging = usePaging(PER_PAGE)
  const { action, actor } = filters
  const entries = useRead<AuditLogPage>({
    noun: 'audit',
    path: '/dashboard/audit-log',
    query: { action, actor, ...useInstants(filters), ...paging.query },
    keepWhileLoading: true,
  })
  const bar = { filters, onChange: set }
  return (
    <>
      <FilterBar {...bar} names={names}>
        <FilterSelect {...bar} label="Action" name="action" all="All actions" options={actions} />
        <FilterSelect {...bar} label="By" name="actor" all="Everybody" options={useActors(actor)} />
        <FilterDates {...bar} />
      </FilterBar>
      <Panel flush>
        <ListTable
          label="Audit log"
          columns={columns}
          list={entries}
          paging={paging}
          keyOf={({ sequence }) => String(sequence)}
          empty={
            <Empty title="No entries">
              {names.some((name) => filters[name]) ? 'Nothing matches these filters.' : 'No entries yet.'}
            </Empty>
          }
        />
      </Panel>
    </>
  )
}

/** The existing people and keys. A deleted person or key is listed by its id when the filter names it. */
function useActors(chosen: string | undefined): { value: string; name: string }[] {
  const team = useRead<Team>({ noun: 'team', path: '/dashboard/team' })
  const keys = useRead<DashboardKeys>({ noun: 'keys', path: '/dashboard/keys' })
  const known = [
    ...(team.data?.data ?? []).map(({ id, name }) => ({ value: id, name })),
    ...(keys.data?.data ?? []).map(({ id, name }) => ({ value: id, name: `Key “${name}”` })),
  ]
  const isGone = chosen !== undefined && !known.some(({ value }) => value === chosen)
  return isGone ? [...known, { value: chosen, name: chosen }] : known
}

const columns: Column<AuditLogEntry>[] = [
  {
    name: 'Action',
    cell: ({ action, subject, actor, actor_name }) => (
      <>
        <span className="block font-medium">{actionInWords(action)}</span>
        <ShortIds of={subject} />
        <span className="block max-w-[40cqw] truncate text-[13px] text-soft @min-[520px]:hidden">
          {actor_name ?? actor}
        </span>
      </>
    ),
  },
  {
    name: 'By',
    from: 'sm',
    cell: ({ actor, actor_name }) => (
      <>
        {actor_name && <span className="block">{actor_name}</span>}
        <ShortIds of={actor} />
      </>
    ),
  },
  { name: 'From', from: 'lg', cell: ({ origin }) => origin },
  {
    name: 'Request',
    from: 'lg',
    cell: ({ request_id }) => <ShortIds of={request_id} />,
  },
  { name: 'When', isTime: true, cell: ({ at }) => <Time at={at} /> },
]

/**
 * Shows ids on one line, because a wrapped id is hard to read and to compare. The full text appears on hover and is
 * copied.
 */
function ShortIds({ of }: { of: string }) {
  const [first, ...others] = of.split(' ')
  return (
    <span className="flex max-w-[min(24ch,40cqw)] items-center gap-1 whitespace-nowrap text-soft" title={of}>
      <code className="min-w-0 truncate font-mono text-xs">{first}</code>
      {others.length > 0 && <span className="text-xs">and {others.length} more</span>}
    </span>
  )
}
