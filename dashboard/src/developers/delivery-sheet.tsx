import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMay } from '../api/me.ts'
import { useDo, useRead } from '../api/read.ts'
import { post } from '../api/request.ts'
import type { Delivery, EventEnvelope, Webhook } from '../api/schemas.ts'
import { Status } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Code } from '../ui/code.tsx'
import { Id } from '../ui/copy.tsx'
import { Sheet } from '../ui/dialog.tsx'
import { Facts } from '../ui/facts.tsx'
import { Notice } from '../ui/notice.tsx'
import { Failed, Loading } from '../ui/states.tsx'
import { NextWorkspaceTry, WorkspaceTime } from '../ui/times.tsx'
import { toast } from '../ui/toasts.tsx'
import { duration } from './durations.ts'

type Props = { webhook: Webhook; delivery: Delivery | undefined; onClose: () => void }

export function DeliverySheet({ webhook, delivery, onClose }: Props) {
  return (
    <Sheet open={delivery !== undefined} onOpenChange={(isOpen) => !isOpen && onClose()} title="Delivery">
      {delivery && <OneDelivery webhook={webhook} delivery={delivery} />}
    </Sheet>
  )
}

function OneDelivery({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
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
          disabled={!webhook.active}
          icon={<RotateCw className="size-3.5" aria-hidden />}
          onClick={tryAgain}
        >
          Send again
        </Button>
      </div>
      <Facts of={facts(delivery)} />
      <Part title="Response">
        <p className="text-sm">
          {delivery.response_status === null ? 'No response.' : `Status ${delivery.response_status}`}
        </p>
        {delivery.response_body ? <Code text={delivery.response_body} what="the response" /> : null}
      </Part>
      <Request webhook={webhook} delivery={delivery} />
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
    ['Last attempt took', duration(delivery.duration_ms)],
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

function Request({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const may = useMay()
  const event = useRead<EventEnvelope>({
    noun: 'event',
    path: `/v1/events/${delivery.event_id}`,
    enabled: may('reveal'),
  })
  return (
    <Part title="Request">
      <Code text={requestHead(webhook, delivery)} what="the headers" />
      {event.data ? (
        <Code text={JSON.stringify(event.data, null, 2)} what="the body" />
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

/** As sign.ts writes them. Signatures and times are made anew for every attempt and kept nowhere. */
function requestHead(webhook: Webhook, { event_id, event_type }: Delivery): string {
  return [
    `POST ${webhook.url}`,
    'Content-Type: application/json',
    'User-Agent: Cardwright-Webhooks/1',
    `X-Webhook-Id: ${event_id}`,
    `X-Webhook-Event: ${event_type}`,
    'X-Webhook-Timestamp: seconds since 1970',
    'X-Webhook-Signature: HMAC-SHA256 of the body, in hex',
    `webhook-id: ${event_id}`,
    'webhook-timestamp: seconds since 1970',
    'webhook-signature: v1,…',
  ].join('\n')
}
