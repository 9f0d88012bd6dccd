// The form inside a dialog: fields, the reason why the service refused it, and two buttons. A confirmation is such a form
// with no fields, or with a text that must be typed.

import { type FormEvent, type ReactNode, type Ref, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions, type WindowProps } from './dialog.tsx'
import { Field, Input } from './field.tsx'
import { Notice } from './notice.tsx'

type FormProps = {
  /** The name of the button that submits. */
  action?: string
  danger?: boolean
  cancel?: string
  busy?: boolean
  isReady?: boolean
  /** Why the form as a whole was refused. Errors of single fields belong to the fields. */
  error?: string | undefined
  /** The form shows its own messages in place of the browser's. */
  noValidate?: boolean
  ref?: Ref<HTMLFormElement>
  children?: ReactNode
  onSubmit: (values: FormData) => void
  onCancel: () => void
}

export function DialogForm({
  action = 'Save',
  danger = false,
  cancel = 'Cancel',
  busy = false,
  isReady = true,
  error,
  noValidate = false,
  ref,
  children,
  onSubmit,
  onCancel,
}: FormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isReady) onSubmit(new FormData(event.currentTarget))
  }
  return (
    <form ref={ref} onSubmit={submit} noValidate={noValidate}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {children}
        {error && <Notice tone="bad">{error}</Notice>}
      </div>
      <DialogActions>
        <Button onClick={onCancel}>{cancel}</Button>
        <Button type="submit" look={danger ? 'danger' : 'primary'} busy={busy} disabled={!isReady}>
          {action}
        </Button>
      </DialogActions>
    </form>
  )
}

type ConfirmProps = WindowProps &
  Pick<FormProps, 'danger' | 'busy' | 'error'> & {
    action: string
    /** Text that must be typed before the button works. */
    typed?: string
    onConfirm: () => void
  }

export function Confirm({ typed, onConfirm, children, action, danger, busy, error, ...dialog }: ConfirmProps) {
  const [text, setText] = useState('')
  const form = { action, ...(danger && { danger }), ...(busy && { busy }), error }
  return (
    <Dialog {...dialog}>
      <DialogForm
        {...form}
        isReady={typed === undefined || text.trim() === typed}
        onSubmit={onConfirm}
        onCancel={dialog.onClose}
      >
        {children}
        {typed !== undefined && <TypeToConfirm typed={typed} value={text} onType={setText} />}
      </DialogForm>
    </Dialog>
  )
}

type TypeProps = { typed: string; value: string; error?: string | undefined; onType: (text: string) => void }

export function TypeToConfirm({ typed, value, error, onType }: TypeProps) {
  const label = (
    <>
      Type <code className="rounded bg-sunken px-1.5 py-0.5 font-mono">{typed}</code> to confirm
    </>
  )
  return (
    <Field label={label} error={error}>
      <Input value={value} onChange={({ target }) => onType(target.value)} autoFocus />
    </Field>
  )
}
