import { useState } from 'react'
import type { CardSettings } from '../../../server/src/dashboard/shapes/cards.ts'
import { useRead } from '../api/read.ts'
import type { CardLimits, CardSummary } from '../api/schemas.ts'
import { ControlsDialog } from '../controls/controls-dialog.tsx'
import { ControlsShown } from '../controls/controls-shown.tsx'
import { LimitBar, UsesBar } from '../controls/limit-bars.tsx'
import { money } from '../ui/amounts.tsx'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { Failed, Loading } from '../ui/states.tsx'
import { AutoFreezeDialog, SpendingLimitDialog } from './limit-dialogs.tsx'

type Props = { card: CardSummary; mayChange: boolean }

export function useCardSettings(cardId: string) {
  return useRead<CardSettings>({ noun: 'cards', path: `/dashboard/cards/${cardId}/settings` })
}

export function LimitsPanel({ card, mayChange }: Props) {
  const limits = useRead<CardLimits>({ noun: 'cards', path: `/v1/cards/${card.id}/limits` })
  const settings = useCardSettings(card.id)
  const problem = limits.error ?? settings.error
  const retry = () => void Promise.all([limits.refetch(), settings.refetch()])
  return (
    <Panel title="Limits">
      {limits.data && settings.data ? (
        <Limits card={card} mayChange={mayChange} limits={limits.data} settings={settings.data} />
      ) : problem ? (
        <Failed problem={problem} onRetry={retry} />
      ) : (
        <Loading rows={3} />
      )}
    </Panel>
  )
}

type Edited = 'limit' | 'controls' | 'auto-freeze'

function Limits({ card, mayChange, limits, settings }: Props & { limits: CardLimits; settings: CardSettings }) {
  const [edited, edit] = useState<Edited>()
  const close = () => edit(undefined)
  const change = (what: Edited, name: string) =>
    mayChange && (
      <Button size="small" aria-label={`Change ${name}`} onClick={() => edit(what)}>
        Change
      </Button>
    )
  const [monthly, ...others] = limits.data
  const isTerminated = card.status === 'terminated'
  return (
    <div className="grid gap-5">
      <LimitBar isMonthly limit={monthly!} action={change('limit', 'the spending limit')} />
      {others.map((limit, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a limit is known by its place
        <div key={index} className="border-t border-line pt-4">
          <LimitBar limit={limit} />
        </div>
      ))}
      {limits.uses && (
        <div className="border-t border-line pt-4">
          <UsesBar uses={limits.uses} />
        </div>
      )}
      <Setting title="Controls" action={change('controls', 'the controls')}>
        <ControlsShown
          controls={card.controls}
          allowedCategories={settings.allowed_categories}
          {...(isTerminated && { none: 'None. A terminated card declines every purchase.' })}
        />
      </Setting>
      <Setting title="Automatic freeze" action={change('auto-freeze', 'the automatic freeze')}>
        <p className="text-sm text-soft">
          {settings.auto_freeze_at === null
            ? isTerminated
              ? 'Off.'
              : 'Off. The card is not frozen when its balance is low.'
            : `The card freezes when its balance falls below ${money(settings.auto_freeze_at)}.`}
        </p>
      </Setting>
      {edited === 'limit' && <SpendingLimitDialog card={card} onClose={close} />}
      {edited === 'controls' && (
        <ControlsDialog card={card} allowedCategories={settings.allowed_categories} onClose={close} />
      )}
      {edited === 'auto-freeze' && (
        <AutoFreezeDialog cardId={card.id} threshold={settings.auto_freeze_at} onClose={close} />
      )}
    </div>
  )
}

function Setting({ title, action, children }: { title: string; action: React.ReactNode; children: React.ReactNode }) {
  return (
    <section aria-label={title} className="flex items-start justify-between gap-4 border-t border-line pt-4">
      <div className="grid min-w-0 gap-1.5">
        <h3 className="text-sm font-medium">{title}</h3>
        {children}
      </div>
      {action}
    </section>
  )
}
