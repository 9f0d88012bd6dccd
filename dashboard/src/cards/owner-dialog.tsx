import { useState } from 'react'
import type { People, Person } from '../../../server/src/dashboard/shapes/cards.ts'
import { useDo, useRead } from '../api/read.ts'
import { put, remove } from '../api/request.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { Field, Select } from '../ui/field.tsx'
import { toast } from '../ui/toasts.tsx'

type Props = { cardId: string; owner: Person | null; onClose: () => void }

export function OwnerDialog({ cardId, owner, onClose }: Props) {
  const people = useRead<People>({ noun: 'team', path: '/dashboard/people' })
  const [userId, setUserId] = useState(owner?.id ?? '')
  const path = `/dashboard/cards/${cardId}/owner`
  const saving = useDo(
    () => (userId === '' ? remove<unknown>(path) : put<unknown>(path, { user_id: userId })),
    ['cards'],
  )
  const submit = () =>
    saving.mutate(undefined, {
      onSuccess: () => {
        toast.done('The owner is changed.')
        onClose()
      },
    })
  return (
    <Dialog
      onClose={onClose}
      title="Change the owner"
      description="The team member who is responsible for this card. Being the owner gives no further rights."
    >
      <DialogForm busy={saving.isPending} onSubmit={submit} onCancel={onClose}>
        <Field label="Owner" error={saving.error?.message ?? people.error?.message}>
          <Select value={userId} onChange={({ target }) => setUserId(target.value)}>
            <option value="">Nobody</option>
            {(people.data?.data ?? (owner ? [owner] : [])).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      </DialogForm>
    </Dialog>
  )
}
