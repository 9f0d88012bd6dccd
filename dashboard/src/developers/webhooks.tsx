import { Link, useNavigate } from '@tanstack/react-router'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../api/me.ts'
import { useRead } from '../api/read.ts'
import type { Webhook } from '../api/schemas.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { WorkspaceTime } from '../ui/times.tsx'
import { CreateWebhookDialog } from './create-webhook-dialog.tsx'
import { DeveloperPage, forPeopleWho } from './developer-page.tsx'

export const Webhooks = forPeopleWho(
  'develop',
  'Webhooks',
  'Only people with developer access can see webhooks.',
  AllWebhooks,
)

function AllWebhooks() {
  const [isCreating, setCreating] = useState(false)
  const navigate = useNavigate()
  const webhooks = useRead<{ data: Webhook[] }>({ noun: 'webhooks', path: '/v1/webhooks' })
  const mayAdd = useMay()('reveal') // webhooks carry passcodes
  const create = mayAdd && (
    <Button look="primary" icon={<Plus className="size-4" aria-hidden />} onClick={() => setCreating(true)}>
      Add webhook
    </Button>
  )
  return (
    <DeveloperPage title="Webhooks" lead="Your servers that receive events as they happen." actions={create}>
      <Panel flush>
        <Table
          label="Webhooks"
          columns={columns}
          reading={{ ...webhooks, data: webhooks.data?.data }}
          keyOf={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: '/developers/webhooks/$webhookId', params: { webhookId: id } })}
          empty={
            <Empty icon={<WebhookIcon className="size-5" aria-hidden />} title="No webhooks yet">
              Add your server's address to receive a signed request for every purchase, deposit and passcode.
            </Empty>
          }
        />
      </Panel>
      {isCreating && <CreateWebhookDialog onClose={() => setCreating(false)} />}
    </DeveloperPage>
  )
}

const columns: Column<Webhook>[] = [
  {
    name: 'Address',
    cell: ({ id, url }) => (
      <Link
        to="/developers/webhooks/$webhookId"
        params={{ webhookId: id }}
        className="block max-w-[min(24rem,42cqw)] truncate font-medium hover:underline"
      >
        {url}
      </Link>
    ),
  },
  { name: 'Events', from: 'sm', cell: ({ events }) => eventsInWords(events) },
  { name: 'Status', cell: ({ active }) => <ActiveBadge active={active} /> },
  { name: 'Created', isTime: true, from: 'md', cell: ({ created_at }) => <WorkspaceTime at={created_at} /> },
]

export function ActiveBadge({ active }: { active: boolean }) {
  return <Badge tone={active ? 'good' : 'neutral'}>{active ? 'Active' : 'Off'}</Badge>
}

function eventsInWords(events: string[]): string {
  if (events[0] === '*') return 'All'
  return events.length === 1 ? events[0]! : `${events.length} types`
}
