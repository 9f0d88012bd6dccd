import { useState } from 'react'
import type { RoleName } from '../../../server/src/people/shapes/person.ts'
import type { TeamMember } from '../../../server/src/people/shapes/team.ts'
import { useMe } from '../api/me.ts'
import { useDo } from '../api/read.ts'
import { patch } from '../api/request.ts'
import { words } from '../ui/badge.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { toast } from '../ui/toasts.tsx'
import { RolePicker, rolesGivenBy } from './roles.tsx'

export function ChangeRoleDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const { user } = useMe()
  const [role, setRole] = useState(member.role)
  const change = useDo((next: RoleName) => patch(`/dashboard/team/${member.id}`, { role: next }), ['team', 'audit'])
  const undo = () => change.mutate(member.role, { onError: toast.failed })
  const submit = () =>
    change.mutate(role, {
      onSuccess: () => {
        toast.done(`${member.name} is now ${words(role).toLowerCase()}.`, undo)
        onClose()
      },
    })
  return (
    <Dialog onClose={onClose} title={`Role of ${member.name}`} description="It applies immediately.">
      <DialogForm
        action="Change role"
        busy={change.isPending}
        isReady={role !== member.role}
        error={change.error?.message}
        onSubmit={submit}
        onCancel={onClose}
      >
        <RolePicker offered={rolesGivenBy(user.role)} chosen={role} onChoose={setRole} />
      </DialogForm>
    </Dialog>
  )
}
