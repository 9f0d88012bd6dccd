import { type FormEvent, useState } from 'react'
import type { RoleName } from '../../../server/src/people/shapes/person.ts'
import type { TeamMember } from '../../../server/src/people/shapes/team.ts'
import { useMe } from '../api/me.ts'
import { useDo } from '../api/read.ts'
import { patch } from '../api/request.ts'
import { words } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toasts.tsx'
import { RolePicker, rolesGivenBy } from './roles.tsx'

export function ChangeRoleDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const { user } = useMe()
  const [role, setRole] = useState(member.role)
  const change = useDo((next: RoleName) => patch(`/dashboard/team/${member.id}`, { role: next }), ['team', 'audit'])
  const undo = () => change.mutate(member.role, { onError: toast.failed })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(role, {
      onSuccess: () => {
        toast.done(`${member.name} is now ${words(role).toLowerCase()}.`, undo)
        onClose()
      },
    })
  }
  return (
    <Dialog open onOpenChange={onClose} title={`Role of ${member.name}`} description="It applies immediately.">
      <form onSubmit={submit}>
        <div className="grid gap-4">
          <RolePicker offered={rolesGivenBy(user.role)} chosen={role} onChoose={setRole} />
          {change.error && <Notice tone="bad">{change.error.message}</Notice>}
        </div>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={change.isPending} disabled={role === member.role}>
            Change role
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
