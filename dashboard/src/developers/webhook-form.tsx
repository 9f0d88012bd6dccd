import { type FormEvent, type ReactNode, useState } from 'react'
import type { Problem } from '../api/request.ts'
import { Button } from '../ui/button.tsx'
import { DialogActions } from '../ui/dialog.tsx'
import { Field, Input } from '../ui/field.tsx'
import { placeProblem } from '../ui/form-error.ts'
import { Notice } from '../ui/notice.tsx'
import { EventPicker } from './event-picker.tsx'

export type WebhookInput = { url: string; events: string[]; secret?: string }

type Props = {
  start: WebhookInput
  action: string
  busy: boolean
  problem: Problem | null
  /** Customers can choose a secret only when they create a webhook. Later they rotate it. */
  asksForSecret?: boolean
  children?: ReactNode
  onSubmit: (input: WebhookInput) => void
  onCancel: () => void
}

const fields = ['url', 'events', 'secret'] as const

export function WebhookForm({ start, action, busy, problem, asksForSecret, children, onSubmit, onCancel }: Props) {
  const [events, setEvents] = useState(start.events)
  const [isEmpty, setEmpty] = useState(false)
  const wrong = placeProblem(problem, fields)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setEmpty(events.length === 0)
    if (events.length === 0) return
    const form = new FormData(event.currentTarget)
    const secret = String(form.get('secret') ?? '')
    onSubmit({ url: String(form.get('url')).trim(), events, ...(secret !== '' && { secret }) })
  }
  return (
    <form onSubmit={submit}>
      <div className="grid gap-4">
        <Field
          label="Address"
          hint="HTTPS, reachable from the internet. In the sandbox of a local service, http://localhost works too."
          error={wrong.fields.url}
        >
          <Input
            name="url"
            type="url"
            required
            autoFocus
            maxLength={2048}
            defaultValue={start.url}
            placeholder="https://example.com/webhooks"
          />
        </Field>
        <EventPicker
          chosen={events}
          onChoose={setEvents}
          error={isEmpty && events.length === 0 ? 'Choose at least one.' : wrong.fields.events}
        />
        {asksForSecret && (
          <Field
            label="Signing secret of your own"
            optional
            hint="16 to 256 characters. Leave empty to generate one."
            error={wrong.fields.secret}
          >
            <Input name="secret" minLength={16} maxLength={256} className="font-mono" spellCheck={false} />
          </Field>
        )}
        {children}
        {wrong.form && <Notice tone="bad">{wrong.form}</Notice>}
      </div>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" busy={busy}>
          {action}
        </Button>
      </DialogActions>
    </form>
  )
}
