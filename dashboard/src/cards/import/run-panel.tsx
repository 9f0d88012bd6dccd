import { useBlocker } from '@tanstack/react-router'
import { Download, Pause, Play } from 'lucide-react'
import { useMemo } from 'react'
import { RateNote } from '../../runs/rate-note.tsx'
import { type Counts, countOutcomes } from '../../runs/row-run.ts'
import { money } from '../../ui/amounts.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog-form.tsx'
import { download } from '../../ui/download.ts'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Progress } from '../../ui/progress.tsx'
import { useWallet } from '../move-money-dialog.tsx'
import { type CardRun, useCardRun } from './card-run.ts'
import type { Plan } from './planned-cards.ts'
import { resultCsv } from './result-csv.ts'
import { LinesTable } from './run-table.tsx'

export function RunPanel({ plan, onStartOver }: { plan: Plan; onStartOver: () => void }) {
  const run = useCardRun(plan.cards)
  const counts = useMemo(() => countOutcomes(run.outcomes), [run.outcomes])
  const isBegun = counts.done + counts.failed > 0
  return (
    <>
      <Panel
        title={isBegun ? 'Progress' : 'Check before creating'}
        actions={<Actions run={run} plan={plan} counts={counts} onStartOver={onStartOver} />}
      >
        <div className="grid gap-3">
          <Summary plan={plan} run={run} counts={counts} />
          <Progress
            label="Lines done"
            value={counts.done + counts.failed}
            of={plan.cards.length - counts.invalid}
            tone={counts.failed > 0 ? 'warn' : 'accent'}
          />
          <CreationLimit run={run} />
        </div>
      </Panel>
      <Panel flush>
        <LinesTable cards={plan.cards} outcomes={run.outcomes} />
      </Panel>
      <LeaveGuard isRunning={run.isRunning} />
    </>
  )
}

type SummaryProps = { plan: Plan; run: CardRun; counts: Counts }

function Summary({ plan, run, counts }: SummaryProps) {
  const wallet = useWallet()
  const open = plan.cards.filter((_, index) => ['waiting', 'failed'].includes(run.outcomes[index]!.state))
  const total = open.reduce((sum, { params }) => sum + Math.round(params.amount * 100), 0) / 100
  const parts = [
    `${counts.done} created`,
    ...(counts.failed > 0 ? [`${counts.failed} failed`] : []),
    ...(counts.waiting > 0 ? [`${counts.waiting} to create`] : []),
    ...(counts.invalid > 0 ? [`${counts.invalid} skipped`] : []),
  ]
  return (
    <>
      <p role="status" className="tabular text-sm">
        {parts.join(', ')}. {open.length > 0 && `The remaining cards need ${money(total)} from the wallet`}
        {open.length > 0 && wallet !== undefined && `, which has ${money(wallet)}`}
        {open.length > 0 && '.'}
      </p>
      {counts.invalid > 0 && (
        <Notice tone="warn">Lines with a problem are skipped. Correct them in a new file and import that file.</Notice>
      )}
      {wallet !== undefined && wallet < total && !run.isRunning && (
        <Notice tone="warn">The wallet balance is too low for all cards. The last ones will fail.</Notice>
      )}
    </>
  )
}

function CreationLimit({ run: { waitingUntil } }: { run: CardRun }) {
  if (waitingUntil !== undefined) return <RateNote until={waitingUntil} limit="The limit of cards per minute" />
  return (
    <p className="text-[13px] text-soft">
      At most 50 cards are created per minute. Longer files continue automatically.
    </p>
  )
}

type ActionsProps = { run: CardRun; plan: Plan; counts: Counts; onStartOver: () => void }

function Actions({ run, plan, counts, onStartOver }: ActionsProps) {
  if (run.isRunning)
    return (
      <Button icon={<Pause className="size-4" aria-hidden />} onClick={run.stop}>
        Stop
      </Button>
    )
  const isBegun = counts.done + counts.failed > 0
  const left = counts.waiting + counts.failed
  return (
    <>
      <Button onClick={onStartOver}>Choose another file</Button>
      {isBegun && (
        <Button
          icon={<Download className="size-4" aria-hidden />}
          onClick={() => download('cards-result.csv', new Blob([resultCsv(plan, run.outcomes)], { type: 'text/csv' }))}
        >
          Download the result
        </Button>
      )}
      {left > 0 && (
        <Button look="primary" icon={<Play className="size-4" aria-hidden />} onClick={run.start}>
          {startText(counts)}
        </Button>
      )}
    </>
  )
}

function startText({ done, failed, waiting }: Counts): string {
  if (waiting === 0) return `Try the ${failed} failed again`
  if (done + failed > 0) return 'Continue'
  return waiting === 1 ? 'Create 1 card' : `Create ${waiting} cards`
}

/** Leaving the page would stop the run halfway, and only this page knows which lines are done. */
function LeaveGuard({ isRunning }: { isRunning: boolean }) {
  const blocker = useBlocker({ shouldBlockFn: () => isRunning, enableBeforeUnload: isRunning, withResolver: true })
  if (blocker.status !== 'blocked') return null
  return (
    <Confirm
      onClose={() => blocker.reset()}
      title="Stop creating cards?"
      description="Cards that were already created are kept. Import the remaining lines with another file."
      action="Stop and leave"
      danger
      onConfirm={blocker.proceed}
    />
  )
}
