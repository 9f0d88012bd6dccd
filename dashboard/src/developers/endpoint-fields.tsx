// The fields that every address of a customer's server has: webhooks and the decision hook.

import { Field, Input } from '../ui/field.tsx'

type AddressProps = { start: string | undefined; placeholder: string; error: string | undefined }

export function AddressField({ start, placeholder, error }: AddressProps) {
  return (
    <Field
      label="Address"
      hint="HTTPS, reachable from the internet. In the sandbox of a local service, http://localhost works too."
      error={error}
    >
      <Input name="url" type="url" required autoFocus maxLength={2048} defaultValue={start} placeholder={placeholder} />
    </Field>
  )
}

export function OwnSecretField({ error }: { error: string | undefined }) {
  return (
    <Field
      label="Signing secret of your own"
      optional
      hint="16 to 256 characters. Leave empty to generate one."
      error={error}
    >
      <Input name="secret" minLength={16} maxLength={256} className="font-mono" spellCheck={false} />
    </Field>
  )
}
