import { Link } from '@tanstack/react-router'
import type { Rule, RuleBacktest } from '../api/schemas.ts'
import { Amount, money } from '../ui/amounts.tsx'
import { Status } from '../ui/badge.tsx'
import { type DayRow, DaysFigure, type Series } from '../ui/days-figure.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import { Empty } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { WorkspaceTime } from '../ui/times.tsx'
import { isOpen, rangeInWords } from './backtest-words.ts'
import { datesBetween } from './dates.ts'
import { explanationInWords } from './explanation-in-words.ts'

export function BacktestResult({ rule, backtest }: { rule: Rule; backtest: RuleBacktest }) {
  const { version, status, progress } = backtest
  return (
    <section aria-label="Result" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">
        <Status of={status} />
        <span>
          Version {version}
          {version === rule.version ? '' : ' (an older version)'}, {rangeInWords(backtest)}
        </span>
      </p>
      {isOpen(backtest) && (
        <div className="grid gap-1.5">
          <Progress label="Progress of the backtest" value={progress} of={100} />
          <p className="text-[13px] text-soft" role="status">
            {status === 'pending' ? 'Starting.' : `${progress}% of the history has been read.`}
          </p>
        </div>
      )}
      {status === 'failed' && (
        <Notice tone="bad">The backtest failed. The results so far are shown. Run it again.</Notice>
      )}
      {status !== 'pending' && <Found backtest={backtest} />}
    </section>
  )
}

function Found({ backtest }: { backtest: RuleBacktest }) {
  const stopped = backtest.would_decline + backtest.would_challenge
  return (
    <>
      <Figures backtest={backtest} stopped={stopped} />
      {stopped > 0 && (
        <>
          <div className="grid gap-2">
            <h3 className="text-[13px] font-semibold">By day</h3>
            <DaysFigure
              caption="What the rule would have stopped, by day"
              series={series}
              days={daysOf(backtest)}
              noteName="Amount"
            />
          </div>
          <Examples backtest={backtest} />
        </>
      )}
      {stopped === 0 && backtest.status === 'completed' && (
        <Empty title="No payments would have been stopped">
          {backtest.judged === 0
            ? 'There were no payments to check in this period.'
            : 'No payment in this period matches.'}
        </Empty>
      )}
    </>
  )
}

function Figures({ backtest, stopped }: { backtest: RuleBacktest; stopped: number }) {
  const cents = backtest.days.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  const word = backtest.would_challenge > 0 ? 'Would ask for 3-D Secure' : 'Would decline'
  const share = backtest.judged === 0 ? 0 : (stopped / backtest.judged) * 100
  const figures: [string, string, string?][] = [
    ['Checked', backtest.judged.toLocaleString('en-US')],
    [word, stopped.toLocaleString('en-US'), `${share.toFixed(share < 10 ? 1 : 0)}%`],
    ['Approved at the time', backtest.false.toLocaleString('en-US'), 'of these'],
    ['Total amount', money(cents / 100)],
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 rounded-lg bg-sunken px-4 py-3 lg:grid-cols-4">
      {figures.map(([name, value, note]) => (
        <div key={name} className="grid">
          <dt className="text-[13px] text-soft">{name}</dt>
          <dd className="tabular text-lg font-semibold">
            {value} {note && <span className="text-[13px] font-normal text-soft">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const series: Series[] = [
  { key: 'approved', name: 'Approved at the time', color: 'var(--accent)' },
  { key: 'declined', name: 'Also declined at the time', color: 'var(--line-strong)' },
]

function daysOf({ from, to, days }: RuleBacktest): DayRow[] {
  const found = new Map(days.map((day) => [day.date, day]))
  return datesBetween(from, to).map((date) => {
    const day = found.get(date) ?? { would_stop: 0, false: 0, amount: 0 }
    return {
      date,
      counts: { approved: day.false, declined: day.would_stop - day.false },
      note: money(day.amount),
    }
  })
}

type Example = RuleBacktest['examples'][number]

const columns: Column<Example>[] = [
  {
    name: 'Payment',
    cell: ({ transaction_id, created_at }) => (
      <Link
        to="/transactions/$transactionId"
        params={{ transactionId: transaction_id }}
        className="font-medium hover:underline"
      >
        <WorkspaceTime at={created_at} />
      </Link>
    ),
  },
  { name: 'Amount', figures: true, cell: ({ amount }) => <Amount of={amount} /> },
  { name: 'Then', cell: ({ approved }) => <Status of={approved ? 'approved' : 'declined'} /> },
  {
    name: 'Why it matches',
    from: 'sm',
    cell: ({ explanation }) => <span className="text-[13px]">{explanationInWords(explanation)}</span>,
  },
]

function Examples({ backtest: { examples } }: { backtest: RuleBacktest }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h3 className="text-[13px] font-semibold">
        {examples.length === 1 ? 'The payment' : `The newest ${examples.length}`}
      </h3>
      <div className="-mx-5 -mb-4">
        <Table
          label="Examples"
          columns={columns}
          reading={{ data: examples, error: null, isFetching: false, refetch: () => undefined }}
          keyOf={({ transaction_id }) => transaction_id}
          empty={null}
        />
      </div>
    </div>
  )
}
