import { useState } from 'react'
import { type Page, useRead } from '../api/read.ts'
import type { DecisionAttempt } from '../api/schemas.ts'
import { CardPicker } from '../cards/card-picker.tsx'
import { duration } from '../developers/durations.ts'
import { useFilters } from '../shell/filters.ts'
import { ListTable } from '../shell/list-table.tsx'
import { usePaging } from '../shell/paging.tsx'
import { Amount } from '../ui/amounts.tsx'
import { Badge } from '../ui/badge.tsx'
import { FilterBar, FilterSelect } from '../ui/filter-bar.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'
import type { Column } from '../ui/table.tsx'
import { WorkspaceTime } from '../ui/times.tsx'
import { AttemptSheet } from './attempt-sheet.tsx'
import { type Outcome, outcomes } from './hook-words.ts'
import { HOOK_NOUN, LOOK_MS } from './use-hook.ts'

const PER_PAGE = 20
const options = Object.entries(outcomes).map(([value, { name }]) => ({ value, name }))

export function Attempts({ hasHook }: { hasHook: boolean }) {
  const { filters, set } = useFilters()
  const paging = usePaging(PER_PAGE)
  const [opened, open] = useState<DecisionAttempt>()
  const outcome = filters.outcome !== undefined && filters.outcome in outcomes ? filters.outcome : undefined
  const attempts = useRead<Page<DecisionAttempt>>({
    noun: HOOK_NOUN,
    path: '/v1/decision-hook/attempts',
    query: { ...paging.query, outcome, card_id: filters.card_id },
    keepWhileLoading: true,
    everyMs: LOOK_MS,
  })
  const found = attempts.data?.data
  const isFiltered = outcome !== undefined || filters.card_id !== undefined
  if (!hasHook && !isFiltered && found?.length === 0) return null // there is no hook and no attempt to show
  return (
    <Panel title="Attempts" note="Requests of the last 30 days, including tests." flush>
      <div className="px-5 pb-4">
        <FilterBar filters={filters} onChange={set} names={['outcome', 'card_id']}>
          <FilterSelect
            label="Outcome"
            name="outcome"
            filters={{ outcome }}
            onChange={set}
            all="All"
            options={options}
          />
          <div className="sm:w-56">
            <CardPicker label="Card" value={filters.card_id} onChoose={(cardId) => set({ card_id: cardId })} />
          </div>
        </FilterBar>
      </div>
      <ListTable
        label="Attempts"
        columns={columns(open)}
        list={attempts}
        paging={paging}
        keyOf={({ id }) => id}
        onOpen={open}
        empty={
          <Empty title={isFiltered ? 'No matching attempts' : 'No requests yet'}>
            {isFiltered
              ? 'Nothing of the last 30 days matches these filters.'
              : 'Send a test, or wait for the next payment that passes all other checks.'}
          </Empty>
        }
      />
      <AttemptSheet attempt={opened} onClose={() => open(undefined)} />
    </Panel>
  )
}

export function OutcomeBadge({ of }: { of: Outcome }) {
  const { name, tone } = outcomes[of]
  return <Badge tone={tone}>{name}</Badge>
}

function columns(open: (attempt: DecisionAttempt) => void): Column<DecisionAttempt>[] {
  return [
    {
      name: 'Merchant',
      cell: (attempt) => (
        <span className="flex items-center gap-2">
          <button
            type="button"
            className="max-w-[min(28ch,28cqw)] truncate text-left font-medium hover:underline"
            onClick={() => open(attempt)}
          >
            {attempt.merchant}
          </button>
          {attempt.test && <Badge>Test</Badge>}
        </span>
      ),
    },
    { name: 'Amount', figures: true, cell: ({ amount }) => <Amount of={amount} /> },
    { name: 'Outcome', cell: ({ outcome }) => <OutcomeBadge of={outcome} /> },
    {
      name: 'Fallback',
      from: 'lg',
      cell: ({ fallback }) => (fallback === null ? '–' : fallback === 'approve' ? 'Approved' : 'Declined'),
    },
    { name: 'Status', from: 'lg', figures: true, cell: ({ response_status }) => response_status ?? '–' },
    { name: 'Duration', from: 'sm', figures: true, cell: ({ duration_ms }) => duration(duration_ms) },
    { name: 'Asked', isTime: true, from: 'sm', cell: ({ created_at }) => <WorkspaceTime at={created_at} /> },
  ]
}
