import { type ReactNode, useState } from 'react'
import type { Problem } from '../api/request.ts'
import { DialogForm } from '../ui/dialog-form.tsx'
import { placeProblem } from '../ui/form-error.ts'
import { AddressField, OwnSecretField } from './endpoint-fields.tsx'
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
  const submit = (form: FormData) => {
    setEmpty(events.length === 0)
    if (events.length === 0) return
    const secret = String(form.get('secret') ?? '')
    onSubmit({ url: String(form.get('url')).trim(), events, ...(secret !== '' && { secret }) })
  }
  return (
    <DialogForm action={action} busy={busy} error={wrong.form} onSubmit={submit} onCancel={onCancel}>
      <AddressField start={start.url} placeholder="https://example.com/webhooks" error={wrong.fields.url} />
      <EventPicker
        chosen={events}
        onChoose={setEvents}
        error={isEmpty && events.length === 0 ? 'Choose at least one.' : wrong.fields.events}
      />
      {asksForSecret && <OwnSecretField error={wrong.fields.secret} />}
      {children}
    </DialogForm>
  )
}
