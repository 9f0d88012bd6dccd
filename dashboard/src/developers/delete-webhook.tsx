import { useNavigate } from '@tanstack/react-router'
import { useDo } from '../api/read.ts'
import { remove } from '../api/request.ts'
import type { Webhook } from '../api/schemas.ts'
import { Confirm } from '../ui/dialog-form.tsx'
import { toast } from '../ui/toasts.tsx'

type Props = { webhook: Webhook; onClose: () => void }

export function DeleteWebhook({ webhook, onClose }: Props) {
  const navigate = useNavigate()
  const drop = useDo(async () => {
    await remove(`/v1/webhooks/${webhook.id}`)
    toast.done('The webhook is deleted.')
    await navigate({ to: '/developers/webhooks' }) // before the refetch, which would no longer find this webhook
  }, ['webhooks'])
  return (
    <Confirm
      onClose={onClose}
      title="Delete this webhook?"
      description={`No more events are sent to ${webhook.url}. Its deliveries are no longer shown.`}
      action="Delete"
      danger
      busy={drop.isPending}
      error={drop.error?.message}
      onConfirm={() => drop.mutate(undefined)}
    />
  )
}
