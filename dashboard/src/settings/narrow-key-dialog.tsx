import { useState } from 'react'
import type { DashboardKey } from '../../../server/src/dashboard/shapes/keys.ts'
import { wallTimeIn } from '../../../server/src/zoned-days.ts'
import { useDo } from '../api/read.ts'
import { patch } from '../api/request.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { placeProblem } from '../ui/form-error.ts'
import { toast } from '../ui/toasts.tsx'
import { zone } from '../ui/zone.ts'
import {
  type Bounds,
  BoundsFields,
  boundFields,
  boundsAsked,
  merchantLines,
  noBounds,
  type Reach,
} from './key-bounds.tsx'
import { ScopePicker } from './scope-picker.tsx'

type Props = { apiKey: DashboardKey; onClose: () => void }

export function NarrowKeyDialog({ apiKey, onClose }: Props) {
  return (
    <Dialog
      onClose={onClose}
      wide
      title={`Narrow “${apiKey.name}”`}
      description="Rights can be removed from a key but not added back. For more rights, create another key."
    >
      <NarrowForm apiKey={apiKey} onClose={onClose} />
    </Dialog>
  )
}

function NarrowForm({ apiKey, onClose }: Props) {
  const [scopes, setScopes] = useState<readonly string[]>(apiKey.scopes)
  const before = boundsOf(apiKey)
  const [bounds, setBounds] = useState(before)
  const narrow = useDo((asked: object) => patch<DashboardKey>(`/dashboard/keys/${apiKey.id}`, asked), ['keys', 'audit'])
  const wrong = placeProblem(narrow.error, ['scopes', ...boundFields])
  const submit = () => {
    const asked = { ...(scopes.length < apiKey.scopes.length && { scopes }), ...changed(before, bounds) }
    narrow.mutate(asked, {
      onSuccess: () => {
        toast.done(`“${apiKey.name}” is narrowed.`)
        onClose()
      },
    })
  }
  return (
    <DialogForm action="Narrow key" busy={narrow.isPending} error={wrong.form} onSubmit={submit} onCancel={onClose}>
      <ScopePicker chosen={scopes} onChoose={setScopes} among={apiKey.scopes} error={wrong.fields.scopes} />
      <BoundsFields
        bounds={bounds}
        onChange={setBounds}
        errors={wrong.fields}
        reaches={reachesWithin(apiKey)}
        isAgent={apiKey.kind === 'agent'}
        hasPolicy={before.autoEach !== ''}
      />
    </DialogForm>
  )
}

function reachesWithin({ own_cards, card_ids }: DashboardKey): Reach[] {
  if (own_cards) return ['own']
  return card_ids ? ['some'] : ['all', 'own', 'some']
}

function boundsOf(key: DashboardKey): Bounds {
  const [reach] = reachesWithin(key)
  const auto = key.spend_policy?.auto_approve
  return {
    reach: reach!,
    cards: key.card_ids?.join('\n') ?? '',
    amount: key.budget ? key.budget.amount.toFixed(2) : '',
    window: key.budget?.window ?? noBounds.window,
    autoEach: auto ? auto.per_request.toFixed(2) : '',
    autoDay: auto ? auto.per_day.toFixed(2) : '',
    autoMerchants: merchantLines(key.spend_policy?.merchants ?? []),
    expires: key.expires_at ? wallTimeIn(zone(), Date.parse(key.expires_at)) : '',
    addresses: key.ip_allow?.join('\n') ?? '',
  }
}

/**
 * Returns only the bounds that changed. Clearing a field does not remove a bound. The one exception is the automatic
 * approval amount: clearing it means that every spend request needs a person's approval.
 */
function changed(before: Bounds, after: Bounds): object {
  const was = boundsAsked(before) as Record<string, unknown>
  const isPolicyEnded = before.autoEach !== '' && after.autoEach.trim() === ''
  const asked = { ...boundsAsked(after), ...(isPolicyEnded && { spend_policy: { auto_approve: null } }) }
  const entries = Object.entries(asked)
  return Object.fromEntries(entries.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name])))
}
