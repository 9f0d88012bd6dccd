import { Link } from '@tanstack/react-router'
import { HandCoins } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useMay } from '../api/me.ts'
import { buttonLook } from '../ui/button.tsx'
import { Code } from '../ui/code.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty, Failed, Loading } from '../ui/states.tsx'
import { PendingRequest } from './pending-request.tsx'
import { useWaiting } from './use-requests.ts'

export function Waiting() {
  const { data, error, refetch } = useWaiting()
  if (error && !data) return <Failed problem={error} onRetry={refetch} />
  if (!data)
    return (
      <Panel title="Waiting for a decision">
        <Loading rows={3} />
      </Panel>
    )
  if (data.data.length === 0) return <NoneWaiting />
  return (
    <section
      aria-label="Waiting for a decision"
      onKeyDown={moveByArrows}
      className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2"
    >
      {/* The request that expires first comes first. */}
      {data.data.toReversed().map((request) => (
        <PendingRequest key={request.id} request={request} />
      ))}
    </section>
  )
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-request]')]
  const at = all.findIndex((each) => each.contains(event.target as Node))
  if (step === undefined || at < 0) return
  event.preventDefault()
  all[at + step]?.focus()
}

function NoneWaiting() {
  const may = useMay()
  return (
    <Panel>
      <Empty
        icon={<HandCoins className="size-5" aria-hidden />}
        title="No requests are waiting"
        action={
          may('keys') && (
            <Link to="/settings/keys" className={buttonLook('primary')}>
              Create an agent key
            </Link>
          )
        }
      >
        Give your software an agent key. When it asks for money for a purchase, the request appears here. Approving it
        creates a card for that purchase only.
      </Empty>
      <div className="mx-auto w-full max-w-2xl pb-4">
        <Code text={example()} what="the example" />
      </div>
    </Panel>
  )
}

const example = () => `curl ${location.origin}/v1/spend-requests \\
  -H "Authorization: Bearer $AGENT_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"amount": 24.99, "merchant": {"name": "Acme Books"},
       "reason": "The manual for the printer in room 4."}'`
