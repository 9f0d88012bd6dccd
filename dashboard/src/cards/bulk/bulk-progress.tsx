// The progress of a run over many cards: a small window at the bottom of every page, and a sheet with the result of
// each card.

import { Link } from '@tanstack/react-router'
import { Download, Pause, Play, Undo2, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { csvLine } from '../../../../server/src/http/csv.ts'
import { useEnvironment } from '../../api/environment.ts'
import { useRefresh } from '../../api/read.ts'
import { RateNote } from '../../runs/rate-note.tsx'
import { type Counts, countOutcomes, type Outcome, useRunState } from '../../runs/row-run.ts'
import { OutcomeBadge, type RunRow, RunTable } from '../../runs/run-table.tsx'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { download } from '../../ui/download.ts'
import { Notice } from '../../ui/notice.tsx'
import { Progress } from '../../ui/progress.tsx'
import type { Column } from '../../ui/table.tsx'
import { cardName, touchedByCards } from '../card-actions.ts'
import { type BulkRun, setBulkRun } from './bulk-store.ts'
import { type BulkRow, inWords, undoOf } from './operations.ts'
import { undoBulk } from './start-bulk.ts'

export function BulkProgress({ bulk }: { bulk: BulkRun }) {
  const { run, operation } = bulk
  const { outcomes, isRunning, waitingUntil } = useRunState(run)
  const [isOpen, open] = useState(false)
  const counts = useMemo(() => countOutcomes(outcomes), [outcomes])
  const refresh = useRefresh(touchedByCards)
  const isElsewhere = useEnvironment() !== run.environment
  useWarnBeforeUnload(isRunning)
  const refreshed = useRef(refresh)
  refreshed.current = refresh
  useEffect(() => {
    if (!isRunning) void refreshed.current()
  }, [isRunning])
  const { doing, done } = inWords(operation, run.rows.length - counts.invalid)
  const result = (
    <div className="grid gap-3">
      <p role="status" className="tabular text-sm">
        {summary(counts, done)}
      </p>
      <Progress
        label={doing}
        value={counts.done + counts.failed}
        of={run.rows.length - counts.invalid}
        tone={counts.failed > 0 ? 'warn' : 'accent'}
      />
      {waitingUntil !== undefined && <RateNote until={waitingUntil} limit="The limit of requests per minute" />}
      {isElsewhere && counts.waiting + counts.failed > 0 && (
        <Notice tone="warn">
          It stopped when you left the {run.environment} environment. Go back there to continue.
        </Notice>
      )}
    </div>
  )
  const actions = <Actions bulk={bulk} counts={counts} isRunning={isRunning} mayRun={!isElsewhere} />
  return (
    <>
      {!isOpen && (
        <section
          aria-label="Bulk operation"
          className="fixed inset-x-4 bottom-4 z-35 grid gap-3 rounded-xl border border-line bg-surface p-4 shadow-float animate-rise sm:right-auto sm:w-96 lg:left-64"
        >
          <header className="flex items-start gap-2">
            <h2 className="flex-1 text-sm font-medium">{doing}</h2>
            {!isRunning && (
              <Button
                look="ghost"
                size="small"
                className="-mt-1.5 -mr-1.5"
                aria-label="Close"
                onClick={() => setBulkRun(undefined)}
                icon={<X className="size-4" aria-hidden />}
              />
            )}
          </header>
          {result}
          <div className="flex flex-wrap gap-2">
            <Button size="small" onClick={() => open(true)}>
              Show each card
            </Button>
            {actions}
          </div>
        </section>
      )}
      <Sheet open={isOpen} onClose={() => open(false)} title={doing}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {result}
          <div className="flex flex-wrap gap-2">
            {actions}
            {!isRunning && (
              <Button
                size="small"
                icon={<Download className="size-4" aria-hidden />}
                onClick={() =>
                  download('cards-result.csv', new Blob([resultCsv(bulk, outcomes)], { type: 'text/csv' }))
                }
              >
                Download the result
              </Button>
            )}
          </div>
          <div className="rounded-panel border border-line">
            <RunTable
              label="Result of each card"
              allName="All cards"
              done={done}
              rows={run.rows}
              outcomes={outcomes}
              columns={columnsFor(done)}
            />
          </div>
        </div>
      </Sheet>
    </>
  )
}

function summary({ done, failed, waiting, invalid }: Counts, doneWord: string): string {
  return [
    `${done.toLocaleString('en-US')} ${doneWord.toLowerCase()}`,
    ...(failed > 0 ? [`${failed.toLocaleString('en-US')} failed`] : []),
    ...(waiting > 0 ? [`${waiting.toLocaleString('en-US')} remaining`] : []),
    ...(invalid > 0 ? [`${invalid.toLocaleString('en-US')} skipped`] : []),
  ].join(', ')
}

type ActionsProps = { bulk: BulkRun; counts: Counts; isRunning: boolean; mayRun: boolean }

function Actions({ bulk, counts, isRunning, mayRun }: ActionsProps) {
  const { run, operation } = bulk
  if (isRunning)
    return (
      <Button size="small" icon={<Pause className="size-4" aria-hidden />} onClick={run.stop}>
        Stop
      </Button>
    )
  return (
    <>
      {counts.waiting + counts.failed > 0 && (
        <Button
          size="small"
          disabled={!mayRun}
          icon={<Play className="size-4" aria-hidden />}
          onClick={() => void run.start()}
        >
          {counts.waiting > 0 ? 'Continue' : `Retry ${counts.failed} failed`}
        </Button>
      )}
      {counts.done > 0 && undoOf(operation) && (
        <Button
          size="small"
          disabled={!mayRun}
          icon={<Undo2 className="size-4" aria-hidden />}
          onClick={() => undoBulk(bulk)}
        >
          Undo
        </Button>
      )}
    </>
  )
}

/** Reloading or closing the tab would stop the run halfway. */
function useWarnBeforeUnload(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isRunning])
}

const columnsFor = (done: string): Column<RunRow<BulkRow, unknown>>[] => [
  {
    name: 'Card',
    cell: ({ row }) => (
      <span className="grid min-w-0">
        <Link
          to="/cards/$cardId"
          params={{ cardId: row.id }}
          className="max-w-[24ch] truncate font-medium hover:underline"
        >
          {cardName({ label: row.before.label, last4: row.last4 })}
        </Link>
        <span className="tabular text-[13px] text-soft">•••• {row.last4}</span>
      </span>
    ),
  },
  { name: 'Result', cell: ({ outcome }) => <OutcomeBadge outcome={outcome} done={done} /> },
  {
    name: 'Reason',
    cell: ({ outcome }) =>
      'message' in outcome && <span className="block min-w-40 text-[13px]">{outcome.message}</span>,
  },
]

function resultCsv({ run, operation }: BulkRun, outcomes: readonly Outcome<unknown>[]): string {
  const lines = run.rows.map(({ id, last4, before }, index) => {
    const outcome = outcomes[index]!
    return [id, last4, before.label, operation.kind, outcome.state, 'message' in outcome ? outcome.message : '']
  })
  return [['card_id', 'last4', 'label', 'operation', 'result', 'message'], ...lines].map(csvLine).join('')
}
