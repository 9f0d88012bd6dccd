import { useParams } from '@tanstack/react-router'
import { Pencil, RefreshCw, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../api/me.ts'
import { useDo, useRead } from '../api/read.ts'
import { post } from '../api/request.ts'
import type { Delivery, Webhook } from '../api/schemas.ts'
import { NotRead } from '../shell/elsewhere.tsx'
import { Button } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { Facts } from '../ui/facts.tsx'
import { Menu, MoreButton } from '../ui/menu.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { Loading } from '../ui/states.tsx'
import { WorkspaceTime } from '../ui/times.tsx'
import { toast } from '../ui/toasts.tsx'
import { DeleteWebhook } from './delete-webhook.tsx'
import { Deliveries } from './deliveries.tsx'
import { DeveloperPage, forPeopleWho } from './developer-page.tsx'
import { EditWebhookDialog } from './edit-webhook-dialog.tsx'
import { RotateSecretDialog } from './rotate-secret-dialog.tsx'
import { ActiveBadge } from './webhooks.tsx'

export const WebhookPage = forPeopleWho(
  'develop',
  'Webhook',
  'Only people with developer access can see webhooks.',
  ReadWebhook,
)

function ReadWebhook() {
  const { webhookId } = useParams({ strict: false }) as { webhookId: string }
  const path = `/v1/webhooks/${encodeURIComponent(webhookId)}`
  const webhook = useRead<Webhook>({ noun: 'webhooks', path })
  if (webhook.data) return <OneWebhook webhook={webhook.data} />
  return (
    <DeveloperPage title="Webhook">
      <Panel>
        {webhook.error ? (
          <NotRead problem={webhook.error} onRetry={() => void webhook.refetch()} path={path} what="webhook" />
        ) : (
          <Loading rows={4} />
        )}
      </Panel>
    </DeveloperPage>
  )
}

function OneWebhook({ webhook }: { webhook: Webhook }) {
  return (
    <DeveloperPage title="Webhook" lead={webhook.url} actions={<Actions webhook={webhook} />}>
      {!webhook.active && (
        <Notice tone="warn">
          Nothing is sent to this address. It was turned off here, by a 410 response, or after five days of failures.
          Edit it to turn it on.
        </Notice>
      )}
      <Panel title="Details">
        <Facts
          of={[
            ['Status', <ActiveBadge key="active" active={webhook.active} />],
            ['Events', <EventNames key="events" events={webhook.events} />],
            ['Created', <WorkspaceTime key="created" at={webhook.created_at} />],
            ['Id', <Id key="id" of={webhook.id} what="the webhook's id" />],
          ]}
        />
      </Panel>
      <Deliveries webhook={webhook} />
    </DeveloperPage>
  )
}

function EventNames({ events }: { events: string[] }) {
  if (events[0] === '*') return 'All, including types added later'
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1 font-mono text-[13px]">
      {events.map((type) => (
        <span key={type}>{type}</span>
      ))}
    </span>
  )
}

function Actions({ webhook }: { webhook: Webhook }) {
  const mayChange = useMay()('reveal') // webhooks carry passcodes
  const [open, setOpen] = useState<'edit' | 'rotate' | 'delete'>()
  const sendTest = useDo(() => post<Delivery>(`/v1/webhooks/${webhook.id}/test`), ['webhooks'])
  const close = () => setOpen(undefined)
  const test = () =>
    sendTest.mutate(undefined, {
      onSuccess: () => toast.done('The test event is being sent.'),
      onError: toast.failed,
    })
  return (
    <>
      <Button
        look="primary"
        disabled={!webhook.active}
        busy={sendTest.isPending}
        icon={<Send className="size-4" aria-hidden />}
        onClick={test}
      >
        Send test
      </Button>
      {mayChange && (
        <Button icon={<Pencil className="size-4" aria-hidden />} onClick={() => setOpen('edit')}>
          Edit
        </Button>
      )}
      <Menu
        trigger={<MoreButton />}
        items={[
          ...(mayChange
            ? [
                {
                  label: 'Rotate secret',
                  icon: <RefreshCw className="size-4" aria-hidden />,
                  onSelect: () => setOpen('rotate'),
                },
                null,
              ]
            : []),
          {
            label: 'Delete',
            danger: true,
            icon: <Trash2 className="size-4" aria-hidden />,
            onSelect: () => setOpen('delete'),
          },
        ]}
      />
      {open === 'edit' && <EditWebhookDialog webhook={webhook} onClose={close} />}
      {open === 'rotate' && (
        <RotateSecretDialog path={`/v1/webhooks/${webhook.id}/rotate-secret`} noun="webhooks" onClose={close} />
      )}
      {open === 'delete' && <DeleteWebhook webhook={webhook} onClose={close} />}
    </>
  )
}
