import { useState } from 'react'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Choices } from '../ui/choices.tsx'
import { Empty } from '../ui/states.tsx'
import { type Column, Pager, Table } from '../ui/table.tsx'
import type { Outcome } from './row-run.ts'

const PER_PAGE = 50

export type RunRow<Row, Result> = { row: Row; outcome: Outcome<Result>; index: number }
type Shown = 'all' | 'problems' | 'done'

/** `done` is the label for a row that succeeded, such as “Created”. */
type Props<Row, Result> = {
  label: string
  allName: string
  done: string
  rows: readonly Row[]
  outcomes: readonly Outcome<Result>[]
  columns: Column<RunRow<Row, Result>>[]
}

export function RunTable<Row, Result>({ label, allName, done, rows, outcomes, columns }: Props<Row, Result>) {
  const [shown, setShown] = useState<Shown>('all')
  const [page, setPage] = useState(1)
  const matching = rows
    .map((row, index) => ({ row, outcome: outcomes[index]!, index }))
    .filter(({ outcome }) => isShown(shown, outcome))
  const last = Math.max(1, Math.ceil(matching.length / PER_PAGE))
  const current = Math.min(page, last)
  return (
    <>
      <div className="px-5 py-4">
        <Choices
          label="Rows"
          value={shown}
          options={[
            { value: 'all', name: allName },
            { value: 'problems', name: 'With a problem' },
            { value: 'done', name: done },
          ]}
          onChoose={setShown}
        />
      </div>
      <div className="border-t border-line">
        <Table
          label={label}
          columns={columns}
          reading={{
            data: matching.slice((current - 1) * PER_PAGE, current * PER_PAGE),
            error: null,
            isFetching: false,
            refetch: () => undefined,
          }}
          keyOf={({ index }) => String(index)}
          empty={<Empty title="None" />}
        />
      </div>
      <Pager page={current} perPage={PER_PAGE} total={matching.length} onPage={setPage} />
    </>
  )
}

function isShown(shown: Shown, { state }: Outcome<unknown>): boolean {
  if (shown === 'all') return true
  return shown === 'done' ? state === 'done' : state === 'failed' || state === 'invalid'
}

const tones: Record<Outcome<unknown>['state'], Tone> = {
  waiting: 'neutral',
  done: 'good',
  failed: 'bad',
  invalid: 'warn',
}

export function OutcomeBadge({ outcome: { state }, done }: { outcome: Outcome<unknown>; done: string }) {
  const words = { waiting: 'Ready', done, failed: 'Failed', invalid: 'Skipped' }
  return <Badge tone={tones[state]}>{words[state]}</Badge>
}
