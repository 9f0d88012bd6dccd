import { RotateCw } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { DeliveryAttempts } from '../../../server/src/dashboard/shapes/delivery-attempts.ts'
import { useMay } from '../api/me.ts'
import { useDo, useRead } from '../api/read.ts'
import { post } from '../api/request.ts'
import type { Delivery, Webhook } from '../api/schemas.ts'
import { Status } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Code } from '../ui/code.tsx'
import { Id } from '../ui/copy.tsx'
import { Sheet } from '../ui/dialog.tsx'
import { Facts } from '../ui/facts.tsx'
import { Notice } from '../ui/notice.tsx'
import { Failed, Loading } from '../ui/states.tsx'
import { exactTime, NextWorkspaceTry, WorkspaceTime } from '../ui/times.tsx'
import { toast } from '../ui/toasts.tsx'
import { duration } from './durations.ts'
import { EventText, useEvent } from './event-text.tsx'

type Props = { webhook: Webhook; delivery: Delivery | undefined; onClose: () => void }

export function DeliverySheet({ webhook, delivery, onClose }: Props) {
  return (
    <Sheet open={delivery !== undefined} onClose={onClose} title="Delivery">
      {delivery && <OneDelivery webhook={webhook} delivery={delivery} />}
    </Sheet>
  )
}

function OneDelivery({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const reading = useRead<DeliveryAttempts>({
    noun: 'webhooks',
    path: `/dashboard/webhooks/${webhook.id}/deliveries/${delivery.id}/attempts`,
  })
  const attempts = reading.data?.data
  const may = useMay()
  // Sending a passcode again needs the same right as seeing it.
  const maySend = delivery.event_type !== '3ds.challenge' || may('reveal')
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when another attempt was made
  useEffect(() => void reading.refetch(), [delivery.attempt])
  const retry = useDo(() => post<Delivery>(`/v1/webhooks/${webhook.id}/deliveries/${delivery.id}/retry`), ['webhooks'])
  const tryAgain = () =>
    retry.mutate(undefined, { onSuccess: () => toast.done('It is being sent again.'), onError: toast.failed })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex items-center justify-between gap-3">
        <Status of={delivery.status} />
        <Button
          size="small"
          busy={retry.isPending}
          disabled={!webhook.active || !maySend}
          icon={<RotateCw className="size-3.5" aria-hidden />}
          onClick={tryAgain}
        >
          Send again
        </Button>
      </div>
      <Facts of={facts(delivery)} />
      <Attempts of={attempts} />
      <Part title="Last response">
        <p className="text-sm">
          {delivery.response_status === null ? 'No response.' : `Status ${delivery.response_status}`}
        </p>
        {delivery.response_body ? <Code text={delivery.response_body} what="the response" /> : null}
      </Part>
      <Request webhook={webhook} delivery={delivery} last={attempts?.at(-1)} />
    </div>
  )
}

function facts(delivery: Delivery): [string, ReactNode][] {
  return [
    [
      'Event',
      <code key="type" className="font-mono text-[13px]">
        {delivery.event_type}
      </code>,
    ],
    ['Attempts', delivery.attempt],
    ['Duration of the last attempt', duration(delivery.duration_ms)],
    ...(delivery.next_attempt_at
      ? [['Next attempt', <NextWorkspaceTry key="next" at={delivery.next_attempt_at} />] as [string, ReactNode]]
      : []),
    ['Created', <WorkspaceTime key="queued" at={delivery.created_at} />],
    ['Event id', <Id key="event" of={delivery.event_id} what="the event's id" />],
    ['Delivery id', <Id key="id" of={delivery.id} what="the delivery's id" />],
  ]
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-[13px] font-semibold">{title}</h3>
      {children}
    </section>
  )
}

type Attempt = DeliveryAttempts['data'][number]

function Request({ webhook, delivery, last }: { webhook: Webhook; delivery: Delivery; last: Attempt | undefined }) {
  const may = useMay()
  const { reading: event, isRevealed, reveal } = useEvent(delivery.event_id, may('reveal'))
  return (
    <Part title="Request">
      <Code text={requestHead(webhook, delivery, last)} what="the headers" />
      {event.data ? (
        <EventText event={event.data} what="the body" isRevealed={isRevealed} onReveal={reveal} />
      ) : event.error ? (
        <Failed problem={event.error} onRetry={() => void event.refetch()} />
      ) : may('reveal') ? (
        <Loading rows={4} label="Loading the body" />
      ) : (
        <Notice>The body may contain a passcode, so your role cannot see it in this environment.</Notice>
      )}
    </Part>
  )
}

function Attempts({ of }: { of: Attempt[] | undefined }) {
  if (!of || of.length === 0) return null
  return (
    <Part title="Attempts">
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {of.map(({ at, status, duration_ms, excerpt }) => (
          <li key={at} className="grid gap-0.5 rounded-lg border border-line px-3 py-2 text-[13px]">
            <span className="flex flex-wrap items-center justify-between gap-x-3">
              <span className="font-medium">{status === null ? 'No response' : `Status ${status}`}</span>
              <span className="tabular text-soft">
                {exactTime(at)}, {duration(duration_ms)}
              </span>
            </span>
            {excerpt && <span className="truncate text-soft">{excerpt}</span>}
          </li>
        ))}
      </ol>
    </Part>
  )
}

/** The request headers that sign.ts writes, with the signatures of the last attempt. */
function requestHead(webhook: Webhook, { event_id, event_type }: Delivery, last: Attempt | undefined): string {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'user-agent': 'Cardwright-Webhooks/1',
    'x-webhook-id': event_id,
    'x-webhook-event': event_type,
    'webhook-id': event_id,
    ...last?.headers,
  }
  return [`POST ${webhook.url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\n')
}
