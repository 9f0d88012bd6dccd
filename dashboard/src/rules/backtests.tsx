// Tests a rule against past payments: starts a backtest, follows its progress and shows the result.

import { History } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useWorkspaceNow } from '../api/clock.ts'
import { useMay } from '../api/me.ts'
import { useDo, useRead } from '../api/read.ts'
import { post } from '../api/request.ts'
import type { Rule, RuleBacktest } from '../api/schemas.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input, Select } from '../ui/field.tsx'
import { placeProblem, withoutParam } from '../ui/form-error.ts'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty, Failed, Loading } from '../ui/states.tsx'
import { exactTime } from '../ui/times.tsx'
import { BacktestResult } from './backtest-result.tsx'
import { isOpen, rangeInWords } from './backtest-words.ts'
import { daysBefore } from './dates.ts'

const MINUTE_MS = 60_000
/** The service sends no events about the progress of a backtest, so the page polls. */
const LOOK_MS = 1_000

export function Backtests({ rule }: { rule: Rule }) {
  const [chosenId, choose] = useState<string>()
  const mayOperate = useMay()('operate')
  const backtests = useRead<{ data: RuleBacktest[] }>({
    noun: 'backtests',
    path: `/v1/rules/${rule.id}/backtests`,
    everyMs: (latest) => (latest?.data.some(isOpen) ? LOOK_MS : undefined),
  })
  const found = backtests.data?.data
  const shown = found?.find(({ id }) => id === chosenId) ?? found?.[0]
  return (
    <Panel title="Backtests" note="What the rule would have done with past payments. Nothing is changed.">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {mayOperate && <AskForm rule={rule} onAsked={choose} />}
        {backtests.error && !found && <Failed problem={backtests.error} onRetry={() => void backtests.refetch()} />}
        {!found && !backtests.error && <Loading rows={3} />}
        {found?.length === 0 && (
          <Empty icon={<History className="size-5" aria-hidden />} title="No backtests yet">
            Run one to see which payments the rule would have stopped.
          </Empty>
        )}
        {found && found.length > 1 && shown && <Chooser found={found} shown={shown} onChoose={choose} />}
        {shown && <BacktestResult rule={rule} backtest={shown} />}
      </div>
    </Panel>
  )
}

type AskProps = { rule: Rule; onAsked: (backtestId: string) => void }

function AskForm({ rule, onAsked }: AskProps) {
  const now = useWorkspaceNow(MINUTE_MS, true)
  const [range, setRange] = useState<{ from?: string; to?: string }>({})
  const ask = useDo(
    (body: { from: string; to: string }) => post<RuleBacktest>(`/v1/rules/${rule.id}/backtests`, body),
    ['backtests'],
  )
  if (now === undefined) return <Loading rows={1} />
  const from = range.from ?? daysBefore(now, 29)
  const to = range.to ?? daysBefore(now, 0)
  const wrong = placeProblem(ask.error, ['from', 'to'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask.mutate({ from, to }, { onSuccess: ({ id }) => onAsked(id) })
  }
  const messageOf = (name: 'from' | 'to') => wrong.fields[name] && withoutParam(wrong.fields[name], name)
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[10rem_10rem_auto] sm:justify-start">
        <Field label="From (UTC)" error={messageOf('from')}>
          <Input type="date" value={from} onChange={({ target }) => setRange({ ...range, from: target.value })} />
        </Field>
        <Field label="To (UTC)" error={messageOf('to')}>
          <Input type="date" value={to} onChange={({ target }) => setRange({ ...range, to: target.value })} />
        </Field>
        <Button type="submit" className="max-sm:col-span-2 sm:mt-6" busy={ask.isPending}>
          Run backtest
        </Button>
      </div>
      {wrong.form && <Notice tone="bad">{wrong.form}</Notice>}
    </form>
  )
}

type ChooserProps = { found: RuleBacktest[]; shown: RuleBacktest; onChoose: (id: string) => void }

function Chooser({ found, shown, onChoose }: ChooserProps) {
  return (
    <div className="max-w-md">
      <Field label="Shown">
        <Select value={shown.id} onChange={({ target }) => onChoose(target.value)}>
          {found.map((backtest) => (
            <option key={backtest.id} value={backtest.id}>
              {`Version ${backtest.version}, ${rangeInWords(backtest)}, requested ${exactTime(backtest.created_at)}`}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}
