import { useState } from 'react'
import { useDo } from '../api/read.ts'
import { patch } from '../api/request.ts'
import type { Webhook } from '../api/schemas.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Checkbox } from '../ui/field.tsx'
import { toast } from '../ui/toasts.tsx'
import { WebhookForm, type WebhookInput } from './webhook-form.tsx'

type Props = { webhook: Webhook; onClose: () => void }

export function EditWebhookDialog(props: Props) {
  return (
    <Dialog onClose={props.onClose} title="Edit webhook">
      <EditForm {...props} />
    </Dialog>
  )
}

function EditForm({ webhook, onClose }: Props) {
  const [active, setActive] = useState(webhook.active)
  const save = useDo(
    (input: WebhookInput) => patch<Webhook>(`/v1/webhooks/${webhook.id}`, { ...input, active }),
    ['webhooks'],
  )
  const submit = (input: WebhookInput) =>
    save.mutate(input, {
      onSuccess: () => {
        toast.done('The webhook is saved.')
        onClose()
      },
    })
  return (
    <WebhookForm
      start={webhook}
      action="Save"
      busy={save.isPending}
      problem={save.error}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Checkbox
        label="Active"
        hint="While it is off, no events are sent. They are not sent later either."
        checked={active}
        onChange={(event) => setActive(event.target.checked)}
      />
    </WebhookForm>
  )
}
