import { Send } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../api/me.ts'
import { useDo, useRead } from '../api/read.ts'
import { post } from '../api/request.ts'
import type { EventResend, Webhook } from '../api/schemas.ts'
import { Button } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { Sheet } from '../ui/dialog.tsx'
import { Facts } from '../ui/facts.tsx'
import { Field, Select } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Failed, Loading } from '../ui/states.tsx'
import { ExactTime } from '../ui/times.tsx'
import { toast } from '../ui/toasts.tsx'
import { EventText, useEvent } from './event-text.tsx'

type Props = { eventId: string | undefined; onClose: () => void }

export function EventSheet({ eventId, onClose }: Props) {
  return (
    <Sheet isInAddress open={eventId !== undefined} onClose={onClose} title="Event">
      {eventId && <OneEvent eventId={eventId} />}
    </Sheet>
  )
}

function OneEvent({ eventId }: { eventId: string }) {
  const { reading: event, isRevealed, reveal } = useEvent(eventId)
  const may = useMay()
  if (event.error) return <Failed problem={event.error} onRetry={() => void event.refetch()} />
  if (!event.data) return <Loading rows={8} />
  const { type, id, sequence, created_at } = event.data
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Facts
        of={[
          [
            'Type',
            <code key="type" className="font-mono text-[13px]">
              {type}
            </code>,
          ],
          ['Happened', <ExactTime key="happened" at={created_at} />],
          ['Sequence', sequence],
          ['Id', <Id key="id" of={id} what="the event's id" />],
        ]}
      />
      <EventText event={event.data} what="the event" isRevealed={isRevealed} onReveal={reveal} />
      {may('develop') && <Resend eventId={eventId} />}
    </div>
  )
}

function Resend({ eventId }: { eventId: string }) {
  const [webhookId, setWebhookId] = useState('')
  const webhooks = useRead<{ data: Webhook[] }>({ noun: 'webhooks', path: '/v1/webhooks' })
  const resend = useDo(
    () => post<EventResend>(`/v1/events/${eventId}/resend`, webhookId === '' ? {} : { webhook_id: webhookId }),
    ['webhooks'],
  )
  const send = () =>
    resend.mutate(undefined, {
      onSuccess: ({ deliveries }) => toast.done(sentInWords(deliveries.length)),
      onError: toast.failed,
    })
  if (webhooks.data?.data.length === 0) return <Notice>There is no webhook to send it to.</Notice>
  return (
    <section className="grid gap-3 border-t border-line pt-5">
      <h3 className="text-[13px] font-semibold">Send it again</h3>
      <Field label="To">
        <Select value={webhookId} onChange={(event) => setWebhookId(event.target.value)}>
          <option value="">Every active webhook that subscribes to it</option>
          {webhooks.data?.data
            .filter(({ active }) => active)
            .map(({ id, url }) => (
              <option key={id} value={id}>
                {url}
              </option>
            ))}
        </Select>
      </Field>
      <Button
        className="justify-self-start"
        busy={resend.isPending}
        icon={<Send className="size-4" aria-hidden />}
        onClick={send}
      >
        Send again
      </Button>
    </section>
  )
}

function sentInWords(count: number): string {
  if (count === 0) return 'No active webhook subscribes to this event, so nothing was sent.'
  return count === 1 ? 'Sending to one webhook.' : `Sending to ${count} webhooks.`
}
