import { type FormEvent, useState } from 'react'
import type { MadeDashboardKey } from '../../../server/src/dashboard/shapes/keys.ts'
import { useEnvironment } from '../api/environment.ts'
import { useDo } from '../api/read.ts'
import { post } from '../api/request.ts'
import { Button } from '../ui/button.tsx'
import { Code } from '../ui/code.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Checkbox, Field, Input } from '../ui/field.tsx'
import { placeProblem } from '../ui/form-error.ts'
import { Notice } from '../ui/notice.tsx'
import { ShownOnce } from '../ui/shown-once.tsx'

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

export function CreateKeyDialog({ open, onOpenChange }: Props) {
  const [made, setMade] = useState<MadeDashboardKey>()
  const environment = useEnvironment()
  const change = (isOpen: boolean) => {
    onOpenChange(isOpen)
    setMade(undefined)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={made ? `Your key “${made.name}”` : `Create a ${environment} key`}
      {...(!made && { description: 'One for each program that calls the API, so that each can be revoked by itself.' })}
    >
      {made ? (
        <KeyStep made={made} onDone={() => change(false)} />
      ) : (
        <KeyForm onMade={setMade} onCancel={() => change(false)} />
      )}
    </Dialog>
  )
}

function KeyForm({ onMade, onCancel }: { onMade: (key: MadeDashboardKey) => void; onCancel: () => void }) {
  const [isReadOnly, setReadOnly] = useState(false)
  const create = useDo(
    (name: string) => post<MadeDashboardKey>('/dashboard/keys', { name, read_only: isReadOnly }),
    ['keys', 'audit'],
  )
  const wrong = placeProblem(create.error, ['name'])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    create.mutate(name, { onSuccess: onMade })
  }
  return (
    <form onSubmit={submit}>
      <div className="grid gap-4">
        <Field label="Name" hint="What will use it, such as “checkout server”." error={wrong.fields.name}>
          <Input name="name" required autoFocus maxLength={64} pattern=".*\S.*" />
        </Field>
        <Checkbox
          label="Read only"
          hint="It changes nothing, and sees neither card numbers nor passcodes."
          checked={isReadOnly}
          onChange={(event) => setReadOnly(event.target.checked)}
        />
        {wrong.form && <Notice tone="bad">{wrong.form}</Notice>}
      </div>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" busy={create.isPending}>
          Create key
        </Button>
      </DialogActions>
    </form>
  )
}

function KeyStep({ made, onDone }: { made: MadeDashboardKey; onDone: () => void }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ShownOnce secret={made.key} what="the key">
        Copy the key now and keep it safe: it is stored as a hash and cannot be shown again.
      </ShownOnce>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <h3 className="text-[13px] font-medium">Try it</h3>
        <Code
          text={`curl ${location.origin}/v1/wallet/balance \\\n  -H 'Authorization: Bearer ${made.key}'`}
          what="the command"
        />
      </div>
      <DialogActions>
        <Button look="primary" onClick={onDone}>
          I have kept it
        </Button>
      </DialogActions>
    </div>
  )
}
