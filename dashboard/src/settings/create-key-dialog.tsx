import { useState } from 'react'
import type { MadeDashboardKey } from '../../../server/src/dashboard/shapes/keys.ts'
import { useEnvironment } from '../api/environment.ts'
import { useDo } from '../api/read.ts'
import { post } from '../api/request.ts'
import { Button } from '../ui/button.tsx'
import { Code } from '../ui/code.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { Field, Input } from '../ui/field.tsx'
import { placeProblem } from '../ui/form-error.ts'
import { ShownOnce } from '../ui/shown-once.tsx'
import { BoundsFields, boundFields, boundsAsked, noBounds } from './key-bounds.tsx'
import { type Preset, presets } from './key-scopes.ts'
import { ScopePicker } from './scope-picker.tsx'

export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<MadeDashboardKey>()
  const environment = useEnvironment()
  return (
    <Dialog
      onClose={onClose}
      wide={!made}
      title={made ? `Your key “${made.name}”` : `Create a ${environment} key`}
      {...(!made && {
        description: 'One for each program that calls the API, so that each can be revoked on its own.',
      })}
    >
      {made ? <KeyStep made={made} onDone={onClose} /> : <KeyForm onMade={setMade} onCancel={onClose} />}
    </Dialog>
  )
}

function KeyForm({ onMade, onCancel }: { onMade: (key: MadeDashboardKey) => void; onCancel: () => void }) {
  const [preset, setPreset] = useState<Preset>('full')
  const [scopes, setScopes] = useState<readonly string[]>([])
  const [bounds, setBounds] = useState(noBounds)
  const isChosen = preset === 'agent' || preset === 'chosen'
  const create = useDo((asked: object) => post<MadeDashboardKey>('/dashboard/keys', asked), ['keys', 'audit'])
  const wrong = placeProblem(create.error, ['name', 'scopes', ...boundFields])
  const choose = (name: Preset) => {
    setPreset(name)
    setScopes(presets.find((each) => each.name === name)!.scopes)
    // Software should reach only its own cards, unless somebody decides otherwise.
    setBounds((before) => ({ ...before, reach: name === 'agent' ? 'own' : before.reach }))
  }
  const submit = (values: FormData) => {
    const name = String(values.get('name')).trim()
    const isUnbound = bounds.reach === 'all'
    const rights = {
      ...(isChosen && { scopes }),
      ...(preset === 'agent' && { kind: 'agent', ...(isUnbound && { own_cards: false }) }),
    }
    const asked = { name, read_only: preset === 'read_only', ...rights, ...boundsAsked(bounds) }
    create.mutate(asked, { onSuccess: onMade })
  }
  return (
    <DialogForm action="Create key" busy={create.isPending} error={wrong.form} onSubmit={submit} onCancel={onCancel}>
      <Field label="Name" hint="The program that will use it, such as “checkout server”." error={wrong.fields.name}>
        <Input name="name" required autoFocus maxLength={64} pattern=".*\S.*" />
      </Field>
      <PresetChoice preset={preset} onChoose={choose} />
      {isChosen && <ScopePicker chosen={scopes} onChoose={setScopes} error={wrong.fields.scopes} />}
      <details open={preset === 'agent' || undefined} className="grid gap-4 rounded-lg border border-line p-3.5">
        <summary className="cursor-pointer text-[13px] font-medium">
          Restrictions: cards, budget, expiry, addresses
        </summary>
        <div className="mt-4">
          <BoundsFields
            bounds={bounds}
            onChange={setBounds}
            errors={wrong.fields}
            isAgent={preset === 'agent'}
            hasPolicy={preset === 'agent'}
          />
        </div>
      </details>
    </DialogForm>
  )
}

function PresetChoice({ preset, onChoose }: { preset: Preset; onChoose: (preset: Preset) => void }) {
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-1.5 text-[13px] font-medium">What it may do</legend>
      {presets.map(({ name, title, hint }) => (
        <div key={name} className="flex gap-2.5">
          <input
            id={`preset-${name}`}
            type="radio"
            name="preset"
            className="mt-0.5 size-4 shrink-0 accent-(--accent)"
            checked={preset === name}
            aria-describedby={`preset-${name}-hint`}
            onChange={() => onChoose(name)}
          />
          <div className="text-sm">
            <label htmlFor={`preset-${name}`}>{title}</label>
            <span id={`preset-${name}-hint`} className="block text-[13px] text-soft">
              {hint}
            </span>
          </div>
        </div>
      ))}
    </fieldset>
  )
}

function KeyStep({ made, onDone }: { made: MadeDashboardKey; onDone: () => void }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ShownOnce secret={made.key} what="the key">
        Copy the key now and keep it safe. It is stored as a hash and cannot be shown again.
      </ShownOnce>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <h3 className="text-[13px] font-medium">Try it</h3>
        <Code
          text={`curl ${location.origin}/v1/keys/self \\\n  -H 'Authorization: Bearer ${made.key}'`}
          what="the command"
        />
      </div>
      <DialogActions>
        <Button look="primary" onClick={onDone}>
          I have saved it
        </Button>
      </DialogActions>
    </div>
  )
}
