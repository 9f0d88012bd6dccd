import { useState } from 'react'
import { useEnvironment } from '../api/environment.ts'
import type { Problem } from '../api/request.ts'
import type { DecisionHook, PutDecisionHookParams } from '../api/schemas.ts'
import { CardScope } from '../cards/card-scope.tsx'
import { SecretStep } from '../developers/create-webhook-dialog.tsx'
import { AddressField, OwnSecretField } from '../developers/endpoint-fields.tsx'
import { Choices } from '../ui/choices.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { Checkbox, Field, Input } from '../ui/field.tsx'
import { placeProblem } from '../ui/form-error.ts'
import { toast } from '../ui/toasts.tsx'
import { fallbackNames } from './hook-words.ts'
import { useSetHook } from './use-hook.ts'

const DEFAULT_TIMEOUT_MS = 1500
const MIN_TIMEOUT_MS = 200
const MAX_TIMEOUT_MS = { production: 2000, sandbox: 600_000 }
const MAX_CARDS = 1000

type Props = { hook: DecisionHook | null; onClose: () => void }

/** `hook` is null if there is none yet. The secret of a new hook is shown once, after saving. */
export function HookDialog({ hook, onClose }: Props) {
  const set = useSetHook()
  const secret = set.data?.secret
  const save = (params: PutDecisionHookParams) =>
    set.mutate(params, {
      onSuccess: (saved) => {
        if (saved.secret !== null) return
        toast.done('The decision hook is saved.')
        onClose()
      },
    })
  return (
    <Dialog
      onClose={onClose}
      title={secret ? 'Your signing secret' : hook ? 'Edit the decision hook' : 'Set the decision hook'}
      description={
        secret
          ? 'It signs the requests to your server.'
          : 'Your server is asked about each payment that passes all other checks. The merchant waits for the answer.'
      }
    >
      {secret ? (
        <SecretStep secret={secret} onDone={onClose} />
      ) : (
        <HookForm hook={hook} busy={set.isPending} problem={set.error} onSubmit={save} onCancel={onClose} />
      )}
    </Dialog>
  )
}

type FormProps = {
  hook: DecisionHook | null
  busy: boolean
  problem: Problem | null
  onSubmit: (params: PutDecisionHookParams) => void
  onCancel: () => void
}

const fields = ['url', 'timeout_ms', 'on_timeout', 'card_ids', 'secret'] as const
const fallbacks = (['decline', 'approve'] as const).map((value) => ({ value, name: fallbackNames[value] }))

function timeoutHint(environment: keyof typeof MAX_TIMEOUT_MS): string {
  const bounds = `From ${MIN_TIMEOUT_MS} to ${MAX_TIMEOUT_MS[environment]}.`
  return environment === 'production'
    ? `${bounds} The merchant waits for it too.`
    : `${bounds} More than ${MAX_TIMEOUT_MS.production} is for debugging your handler; production does not allow it.`
}

function HookForm({ hook, busy, problem, onSubmit, onCancel }: FormProps) {
  const environment = useEnvironment()
  const [onTimeout, setOnTimeout] = useState(hook?.on_timeout ?? 'decline')
  const [active, setActive] = useState(hook?.active ?? true)
  const [isForAll, setForAll] = useState((hook?.card_ids ?? null) === null)
  const [cardIds, setCardIds] = useState(hook?.card_ids ?? [])
  const [isCardMissing, setCardMissing] = useState(false)
  const wrong = placeProblem(problem, fields)
  const submit = (form: FormData) => {
    const isMissing = !isForAll && cardIds.length === 0
    setCardMissing(isMissing)
    if (isMissing) return
    const secret = String(form.get('secret') ?? '')
    onSubmit({
      url: String(form.get('url')).trim(),
      timeout_ms: Number(form.get('timeout_ms')),
      on_timeout: onTimeout,
      active,
      card_ids: isForAll ? null : cardIds,
      ...(secret !== '' && { secret }),
    })
  }
  return (
    <DialogForm
      action={hook ? 'Save' : 'Set the hook'}
      busy={busy}
      error={wrong.form}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <AddressField start={hook?.url} placeholder="https://example.com/decide" error={wrong.fields.url} />
      <Field label="Time to answer in milliseconds" hint={timeoutHint(environment)} error={wrong.fields.timeout_ms}>
        <Input
          name="timeout_ms"
          type="number"
          required
          min={MIN_TIMEOUT_MS}
          max={MAX_TIMEOUT_MS[environment]}
          step={1}
          defaultValue={hook?.timeout_ms ?? DEFAULT_TIMEOUT_MS}
        />
      </Field>
      <div className="grid gap-1.5">
        <span className="text-[13px] font-medium" aria-hidden>
          Without a valid answer in time
        </span>
        <Choices label="Without a valid answer in time" value={onTimeout} options={fallbacks} onChoose={setOnTimeout} />
        <p className="text-[13px] text-soft">Also applies while the hook is paused after repeated failures.</p>
      </div>
      <CardScope
        label="Ask only about these cards"
        error={isCardMissing && cardIds.length === 0 ? 'Choose at least one card.' : wrong.fields.card_ids}
        max={MAX_CARDS}
        isForAll={isForAll}
        cardIds={cardIds}
        onScope={setForAll}
        onCards={setCardIds}
      />
      {!hook && <OwnSecretField error={wrong.fields.secret} />}
      <Checkbox
        label="Active"
        hint="While it is off, payments are decided without your server."
        checked={active}
        onChange={({ target }) => setActive(target.checked)}
      />
    </DialogForm>
  )
}
