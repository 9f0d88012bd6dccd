import { useNavigate } from '@tanstack/react-router'
import { useDo } from '../api/read.ts'
import { post } from '../api/request.ts'
import type { WebhookWithSecret } from '../api/schemas.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { ShownOnce } from '../ui/shown-once.tsx'
import { VerifySnippet } from './verify-snippet.tsx'
import { WebhookForm, type WebhookInput } from './webhook-form.tsx'

export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const create = useDo((input: WebhookInput) => post<WebhookWithSecret>('/v1/webhooks', input), ['webhooks'])
  const navigate = useNavigate()
  const made = create.data
  const close = () => {
    onClose()
    if (made) void navigate({ to: '/developers/webhooks/$webhookId', params: { webhookId: made.id } })
  }
  return (
    <Dialog
      onClose={close}
      title={made ? 'Your signing secret' : 'Add webhook'}
      description={made ? made.url : 'It receives events from now on.'}
    >
      {made ? (
        <SecretStep secret={made.secret} onDone={close} />
      ) : (
        <WebhookForm
          start={{ url: '', events: ['*'] }}
          action="Add webhook"
          asksForSecret
          busy={create.isPending}
          problem={create.error}
          onSubmit={create.mutate}
          onCancel={close}
        />
      )}
    </Dialog>
  )
}

/** The customer needs the secret to tell our requests from forged ones. */
export function SecretStep({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ShownOnce secret={secret} what="the secret" />
      <VerifySnippet />
      <DialogActions>
        <Button look="primary" onClick={onDone}>
          I have saved it
        </Button>
      </DialogActions>
    </div>
  )
}
