import { Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { SavedView, ViewedList } from '../../../server/src/dashboard/shapes/views.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { Checkbox, Field, Input } from '../ui/field.tsx'
import { placeProblem } from '../ui/form-error.ts'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toasts.tsx'
import { isSameSearch } from './list-settings.ts'
import { useChangeView, useDeleteView, useSaveView } from './use-views.ts'

const MAX_NAME = 60

type SaveProps = { list: ViewedList; search: Record<string, string>; onClose: () => void }

export function SaveViewDialog({ list, search, onClose }: SaveProps) {
  const [name, setName] = useState('')
  const [isDefault, setDefault] = useState(false)
  const [error, setError] = useState<string>()
  const saving = useSaveView()
  const changing = useChangeView()
  const refused = placeProblem(saving.error ?? changing.error, ['name'])
  const submit = async () => {
    setError(name.trim() === '' ? 'Give the view a name.' : undefined)
    if (name.trim() === '') return
    const view = await saving.mutateAsync({ list, name: name.trim(), search }).catch(() => undefined)
    if (!view) return
    if (isDefault && !(await changing.mutateAsync({ id: view.id, is_default: true }).catch(() => undefined))) return
    toast.done(`The view “${view.name}” is saved.`)
    onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      title="Save this view"
      description="It keeps the filters, order, columns and number of rows. Only you see it."
    >
      <DialogForm
        noValidate
        action="Save view"
        busy={saving.isPending || changing.isPending}
        error={refused.form}
        onSubmit={() => void submit()}
        onCancel={onClose}
      >
        <Field label="Name" error={error ?? refused.fields.name}>
          <Input autoFocus maxLength={MAX_NAME} value={name} onChange={({ target }) => setName(target.value)} />
        </Field>
        <Checkbox
          label="Open this list with this view"
          checked={isDefault}
          onChange={({ target }) => setDefault(target.checked)}
        />
      </DialogForm>
    </Dialog>
  )
}

type ManageProps = { views: SavedView[]; search: Record<string, string>; onClose: () => void }

export function ManageViewsDialog({ views, search, onClose }: ManageProps) {
  return (
    <Dialog onClose={onClose} title="Saved views" description="Only you see them.">
      <ul className="grid gap-4">
        {views.map((view) => (
          <OneView key={view.id} view={view} search={search} />
        ))}
      </ul>
      {views.length === 0 && <p className="text-sm text-soft">There are no saved views.</p>}
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function OneView({ view, search }: { view: SavedView; search: Record<string, string> }) {
  const [name, setName] = useState(view.name)
  const changing = useChangeView()
  const deleting = useDeleteView()
  const problem = changing.error ?? deleting.error
  const isRenamed = name.trim() !== '' && name.trim() !== view.name
  return (
    <li className="grid gap-2 border-b border-line pb-4 last:border-0 last:pb-0">
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (isRenamed) changing.mutate({ id: view.id, name: name.trim() })
        }}
      >
        <Input
          aria-label={`Name of ${view.name}`}
          maxLength={MAX_NAME}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" disabled={!isRenamed} busy={changing.isPending}>
          Rename
        </Button>
      </form>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          icon={<Star className="size-4" aria-hidden />}
          onClick={() => changing.mutate({ id: view.id, is_default: !view.is_default })}
        >
          {view.is_default ? 'Remove as default' : 'Make default'}
        </Button>
        {!isSameSearch(view.search, search) && (
          <Button size="small" onClick={() => changing.mutate({ id: view.id, search })}>
            Replace with the current list
          </Button>
        )}
        <Button
          size="small"
          aria-label={`Delete ${view.name}`}
          busy={deleting.isPending}
          icon={<Trash2 className="size-4" aria-hidden />}
          onClick={() => deleting.mutate(view.id)}
        >
          Delete
        </Button>
      </div>
      {problem && <Notice tone="bad">{problem.message}</Notice>}
    </li>
  )
}
