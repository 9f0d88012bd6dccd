import { useState } from 'react'
import type { CardLimits } from '../../../server/src/dashboard/shapes/cards.ts'
import { useRead } from '../api/read.ts'
import { money } from '../ui/amounts.tsx'
import { Badge, words } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { Progress } from '../ui/progress.tsx'
import { Failed, Loading } from '../ui/states.tsx'
import { AutoFreezeDialog, CategoriesDialog, SpendingLimitDialog } from './limit-dialogs.tsx'

type Props = { cardId: string; mayChange: boolean }

export function LimitsPanel({ cardId, mayChange }: Props) {
  const limits = useRead<CardLimits>({ noun: 'cards', path: `/dashboard/cards/${cardId}/limits` })
  return (
    <Panel title="Limits">
      {limits.data && <Limits cardId={cardId} mayChange={mayChange} limits={limits.data} />}
      {limits.isPending && <Loading rows={3} />}
      {limits.error && !limits.data && <Failed problem={limits.error} onRetry={() => void limits.refetch()} />}
    </Panel>
  )
}

type Edited = 'limit' | 'categories' | 'auto-freeze'

function Limits({ cardId, mayChange, limits }: Props & { limits: CardLimits }) {
  const [edited, edit] = useState<Edited>()
  const close = () => edit(undefined)
  const change = (what: Edited, name: string) =>
    mayChange && (
      <Button size="small" aria-label={`Change ${name}`} onClick={() => edit(what)}>
        Change
      </Button>
    )
  return (
    <div className="grid gap-5">
      <MonthUse limits={limits} action={change('limit', 'the spending limit')} />
      <div className="flex items-start justify-between gap-4 border-t border-line pt-4">
        <div className="grid min-w-0 gap-1.5">
          <h3 className="text-sm font-medium">Allowed categories</h3>
          <Categories entries={limits.allowed_categories} />
        </div>
        {change('categories', 'the allowed categories')}
      </div>
      <div className="flex items-start justify-between gap-4 border-t border-line pt-4">
        <div className="grid gap-1">
          <h3 className="text-sm font-medium">Automatic freeze</h3>
          <p className="text-sm text-soft">
            {limits.auto_freeze_at === null
              ? 'Off. The card is never frozen by its balance.'
              : `The card freezes when a debit leaves less than ${money(limits.auto_freeze_at)} on it.`}
          </p>
        </div>
        {change('auto-freeze', 'the automatic freeze')}
      </div>
      {edited === 'limit' && <SpendingLimitDialog cardId={cardId} limits={limits} onClose={close} />}
      {edited === 'categories' && <CategoriesDialog cardId={cardId} limits={limits} onClose={close} />}
      {edited === 'auto-freeze' && <AutoFreezeDialog cardId={cardId} limits={limits} onClose={close} />}
    </div>
  )
}

const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const NEARLY = 0.8

function MonthUse({ limits, action }: { limits: CardLimits; action: React.ReactNode }) {
  const { month, month_spent, spending_limit } = limits
  const share = month_spent / spending_limit
  const name = monthName.format(new Date(`${month}-01T00:00:00Z`))
  return (
    <div className="grid gap-2.5">
      <div className="flex items-start justify-between gap-4">
        <div className="grid gap-0.5">
          <h3 className="text-sm font-medium">Spending in {name}</h3>
          <p className="tabular text-sm text-soft">
            {money(month_spent)} of {money(spending_limit)} used
          </p>
        </div>
        {action}
      </div>
      <Progress
        label={`Used of the spending limit in ${name}`}
        value={month_spent}
        of={spending_limit}
        tone={share >= 1 ? 'bad' : share >= NEARLY ? 'warn' : 'accent'}
      />
      <p className="text-[13px] text-soft">
        {share >= 1
          ? 'Nothing is left: purchases are declined until next month, or until the limit is raised.'
          : `${money(spending_limit - month_spent)} left until the end of the month (UTC). Holds count too.`}
      </p>
    </div>
  )
}

function Categories({ entries }: { entries: string[] }) {
  if (entries.length === 0) return <p className="text-sm text-soft">All. The card works at every merchant.</p>
  return (
    <ul className="flex flex-wrap gap-1.5">
      {entries.map((entry) => (
        <li key={entry}>
          <Badge>{/^\d{4}$/.test(entry) ? `Code ${entry}` : words(entry)}</Badge>
        </li>
      ))}
    </ul>
  )
}
