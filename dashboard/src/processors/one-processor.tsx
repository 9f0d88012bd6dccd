import type { ProcessorReport } from '../../../server/src/dashboard/shapes/processors.ts'
import { duration } from '../developers/durations.ts'
import { money } from '../ui/amounts.tsx'
import { Badge } from '../ui/badge.tsx'
import { Facts } from '../ui/facts.tsx'
import { Notice } from '../ui/notice.tsx'
import { useNow } from '../ui/now.ts'
import { Panel } from '../ui/panel.tsx'
import { Stat } from '../ui/stat.tsx'
import { Time } from '../ui/times.tsx'
import { Creations, DeferredMessages, WaitingCards } from './arrears.tsx'
import { kindName, warningsOf } from './processor-words.ts'

const LOOK_AT_CLOCK_MS = 30_000

export function OneProcessor({ report }: { report: ProcessorReport }) {
  const warnings = warningsOf(report, useNow(LOOK_AT_CLOCK_MS))
  const { deferred, waiting_cards, creations } = report
  const isAllThere = deferred.length + waiting_cards.length + creations.length === 0
  return (
    <section aria-label={report.name} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h2 className="flex flex-wrap items-center gap-2 text-lg font-semibold tracking-tight">
        <span className="min-w-0 break-words">{report.name}</span>
        <Badge tone={report.kind === null ? 'warn' : 'neutral'}>{kindName(report.kind)}</Badge>
      </h2>
      {warnings.map(({ tone, text }) => (
        <Notice key={text} tone={tone}>
          {text}
        </Notice>
      ))}
      <Figures report={report} />
      <Panel title="Connection">
        <Facts
          of={[
            ['Connected', <Moment key="connected" at={report.connected_at} never="Not by “processors connect”" />],
            ['Last question', <Moment key="asked" at={report.last_question_at} never="None yet" />],
            ['Last polled', <Moment key="news" at={report.news_read_at} never="Never" />],
          ]}
        />
        {isAllThere && (
          <p className="mt-4 text-sm text-soft">
            Both sides agree: no deferred messages, no pending updates, no open creations.
          </p>
        )}
      </Panel>
      <DeferredMessages report={report} />
      <WaitingCards report={report} />
      <Creations report={report} />
    </section>
  )
}

function Figures({ report: { last_hour, balance } }: { report: ProcessorReport }) {
  const { answered, late, failed, missed, p50_ms, p99_ms } = last_hour
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-5 xl:grid-cols-4">
      <Stat
        label="Questions answered, last hour"
        value={answered.toLocaleString('en-US')}
        note={
          p99_ms === null
            ? 'No question yet'
            : `Half within ${duration(p50_ms)}, 99 in 100 within ${duration(p99_ms)} (p50, p99)`
        }
      />
      <Stat
        label="Timed out, last hour"
        value={late.toLocaleString('en-US')}
        note={failed === 0 ? 'None failed for another reason' : `${failed.toLocaleString('en-US')} more failed`}
      />
      <Stat
        label="Messages missed, last hour"
        value={missed.toLocaleString('en-US')}
        note="Found by polling, not by webhook"
      />
      <Stat
        label="Balance there"
        value={balance ? money(balance.available) : '–'}
        note={balance ? <BalanceNote balance={balance} /> : 'Not reported by the processor yet'}
      />
    </div>
  )
}

function BalanceNote({ balance: { held, as_of } }: { balance: NonNullable<ProcessorReport['balance']> }) {
  return (
    <>
      {held !== null && `Cards hold ${money(held)} open. `}
      Read <Time at={as_of} />
    </>
  )
}

function Moment({ at, never }: { at: string | null; never: string }) {
  return at === null ? <span className="text-soft">{never}</span> : <Time at={at} />
}
