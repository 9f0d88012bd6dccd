import { MessageCircleQuestion, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useMay } from '../api/me.ts'
import type { DecisionHook } from '../api/schemas.ts'
import { DeveloperPage } from '../developers/developer-page.tsx'
import { duration } from '../developers/durations.ts'
import { NotAllowed } from '../shell/not-allowed.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { CardLinks } from '../ui/card-links.tsx'
import { Id } from '../ui/copy.tsx'
import { Facts } from '../ui/facts.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty, Failed, Loading } from '../ui/states.tsx'
import { ExactTime, WorkspaceTime } from '../ui/times.tsx'
import { Attempts } from './attempts.tsx'
import { HookActions } from './hook-actions.tsx'
import { HookDialog } from './hook-dialog.tsx'
import { fallbackNames } from './hook-words.ts'
import { useHook } from './use-hook.ts'

const LEAD = 'Your server is asked before a payment is approved, and may decline it.'

export function HookPage() {
  const may = useMay()
  if (may('develop')) return <Read />
  return (
    <DeveloperPage title="Decision hook" lead={LEAD}>
      <NotAllowed>Only people with developer access can see the decision hook.</NotAllowed>
    </DeveloperPage>
  )
}

function Read() {
  const reading = useHook()
  const [isSetting, setSetting] = useState(false)
  const mayOperate = useMay()('operate')
  const hook = reading.data?.hook
  const set = mayOperate && (
    <Button look="primary" icon={<Plus className="size-4" aria-hidden />} onClick={() => setSetting(true)}>
      Set the hook
    </Button>
  )
  return (
    <DeveloperPage title="Decision hook" lead={LEAD} actions={hook && <HookActions hook={hook} />}>
      {hook && <Settings hook={hook} />}
      {hook === null && (
        <Panel>
          <Empty icon={<MessageCircleQuestion className="size-5" aria-hidden />} title="No decision hook" action={set}>
            Payments are decided by the cards' controls, limits and balance and by your rules. Set an address, and your
            server makes the final decision.
          </Empty>
        </Panel>
      )}
      {hook === undefined && (
        <Panel>
          {reading.error ? (
            <Failed problem={reading.error} onRetry={() => void reading.refetch()} />
          ) : (
            <Loading rows={5} />
          )}
        </Panel>
      )}
      {hook !== undefined && <Attempts hasHook={hook !== null} />}
      {/* Stays open after the hook is created, to show its secret. */}
      {isSetting && <HookDialog hook={null} onClose={() => setSetting(false)} />}
    </DeveloperPage>
  )
}

function Settings({ hook }: { hook: DecisionHook }) {
  const fallback = fallbackNames[hook.on_timeout].toLowerCase()
  return (
    <>
      {hook.paused_until && (
        <Notice tone="warn" isAlert>
          Paused until <ExactTime at={hook.paused_until} /> after ten failed requests in a row. Your server is not
          asked, and the fallback applies: {fallback}. Saving the settings ends the pause.
        </Notice>
      )}
      {!hook.active && (
        <Notice tone="warn">The hook is off. Payments are decided without it. Edit it to turn it on.</Notice>
      )}
      <Panel title="Settings">
        <Facts of={factsOf(hook)} />
      </Panel>
    </>
  )
}

function factsOf(hook: DecisionHook): [string, ReactNode][] {
  return [
    [
      'Address',
      <span key="url" className="break-all">
        {hook.url}
      </span>,
    ],
    ['State', <HookState key="state" hook={hook} />],
    ['Time to answer', duration(hook.timeout_ms)],
    ['Without an answer', fallbackNames[hook.on_timeout]],
    ['Cards', <CardLinks key="cards" ids={hook.card_ids} />],
    ['Changed', <WorkspaceTime key="changed" at={hook.updated_at} />],
    ['Id', <Id key="id" of={hook.id} what="the hook's id" />],
  ]
}

function HookState({ hook: { active, paused_until } }: { hook: DecisionHook }) {
  if (!active) return <Badge>Off</Badge>
  return paused_until ? <Badge tone="warn">Paused</Badge> : <Badge tone="good">Active</Badge>
}
