import { type FormEvent, useState } from 'react'
import type { AccountProfile } from '../../../server/src/dashboard/shapes/account.ts'
import { useMay } from '../api/me.ts'
import { useDo, useRead } from '../api/read.ts'
import { patch } from '../api/request.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { Failed, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toasts.tsx'
import { SettingsPage } from './settings-page.tsx'

export function Account() {
  const account = useRead<AccountProfile>({ noun: 'account', path: '/dashboard/account' })
  return (
    <SettingsPage title="Account" lead="The same in the sandbox and in production.">
      {account.data ? (
        <ProfileForm start={account.data} />
      ) : (
        <Panel>
          {account.error ? (
            <Failed problem={account.error} onRetry={() => void account.refetch()} />
          ) : (
            <Loading rows={6} />
          )}
        </Panel>
      )}
    </SettingsPage>
  )
}

type Text = { name: string; label: string; hint?: string; most: number; complete: string; wide?: boolean }

const cardTexts: Text[] = [
  { name: 'line1', label: 'Street and number', most: 2000, complete: 'address-line1', wide: true },
  { name: 'city', label: 'City', most: 2000, complete: 'address-level2' },
  { name: 'state', label: 'State or region', most: 2000, complete: 'address-level1' },
  { name: 'zip', label: 'Postal code', most: 200, complete: 'postal-code' },
  { name: 'country', label: 'Country', hint: 'Two letters, such as US.', most: 2, complete: 'country' },
]

function ProfileForm({ start }: { start: AccountProfile }) {
  const save = useDo(
    (profile: AccountProfile) => patch<AccountProfile>('/dashboard/account', profile),
    ['account', 'audit', 'me'],
  )
  const [isChanged, setChanged] = useState(false)
  const mayChange = useMay()('administer')
  // The service names a field of the address with a prefix, such as billing_address.zip.
  const at = save.error?.param?.replace('billing_address.', '')
  const errorOf = (name: string) => (at === name ? save.error?.message : undefined)
  const isPlaced = at !== undefined && ['name', 'holder_name', ...cardTexts.map(({ name }) => name)].includes(at)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.mutate(profileOf(new FormData(event.currentTarget)), {
      onSuccess: () => {
        setChanged(false)
        toast.done('The account is saved. New cards carry the new name and address.')
      },
    })
  }
  return (
    <form onSubmit={submit} onChange={() => setChanged(true)}>
      <fieldset disabled={!mayChange} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Panel title="Account">
          <div className="max-w-xl">
            <Field label="Name" hint="As your team sees it." error={errorOf('name')}>
              <Input name="name" required maxLength={200} defaultValue={start.name} autoComplete="organization" />
            </Field>
          </div>
        </Panel>
        <Panel title="On new cards" note="Merchants check these. Existing cards keep their name and address.">
          <div className="grid max-w-xl gap-4 sm:grid-cols-2">
            <div className="sm:col-span-2">
              <Field label="Holder name" error={errorOf('holder_name')}>
                <Input
                  name="holder_name"
                  required
                  maxLength={200}
                  defaultValue={start.holder_name}
                  autoComplete="name"
                />
              </Field>
            </div>
            {cardTexts.map(({ name, label, hint, most, complete, wide }) => (
              <div key={name} className={wide ? 'sm:col-span-2' : ''}>
                <Field label={label} hint={hint} error={errorOf(name)}>
                  <Input
                    name={name}
                    required
                    maxLength={most}
                    autoComplete={complete}
                    defaultValue={start.billing_address[name as keyof AccountProfile['billing_address']]}
                  />
                </Field>
              </div>
            ))}
          </div>
        </Panel>
        {save.error && !isPlaced && <Notice tone="bad">{save.error.message}</Notice>}
        {mayChange && (
          <div>
            <Button type="submit" look="primary" busy={save.isPending} disabled={!isChanged}>
              Save
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  )
}

function profileOf(form: FormData): AccountProfile {
  const text = (name: string) => String(form.get(name)).trim()
  return {
    name: text('name'),
    holder_name: text('holder_name'),
    billing_address: {
      line1: text('line1'),
      city: text('city'),
      state: text('state'),
      zip: text('zip'),
      country: text('country').toUpperCase(),
    },
  }
}
