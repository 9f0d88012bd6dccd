import { useState } from 'react'
import type { RoleName } from '../../../server/src/people/shapes/person.ts'
import type { MadeInvitation } from '../../../server/src/people/shapes/team.ts'
import { useMe } from '../api/me.ts'
import { useDo } from '../api/read.ts'
import { post } from '../api/request.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { Field, Input } from '../ui/field.tsx'
import { placeProblem } from '../ui/form-error.ts'
import { LinkShown } from './link-shown.tsx'
import { RolePicker, rolesGivenBy } from './roles.tsx'

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [invited, setInvited] = useState<MadeInvitation>()
  return (
    <Dialog onClose={onClose} title={invited ? 'Invitation' : 'Invite to the team'}>
      {invited ? (
        <LinkShown
          link={invited.link}
          expiresAt={invited.expires_at}
          recipient={invited.email!}
          isMailed={invited.is_mailed}
          isMailLimited={invited.is_mail_limited}
          onDone={onClose}
        />
      ) : (
        <InviteForm onInvited={setInvited} onCancel={onClose} />
      )}
    </Dialog>
  )
}

function InviteForm({ onInvited, onCancel }: { onInvited: (invited: MadeInvitation) => void; onCancel: () => void }) {
  const { user } = useMe()
  const [role, setRole] = useState<RoleName>('viewer')
  const invite = useDo(
    (email: string) => post<MadeInvitation>('/dashboard/team/invitations', { email, role }),
    ['team', 'audit'],
  )
  const wrong = placeProblem(invite.error, ['email'])
  const submit = (values: FormData) => invite.mutate(String(values.get('email')).trim(), { onSuccess: onInvited })
  return (
    <DialogForm action="Create link" busy={invite.isPending} error={wrong.form} onSubmit={submit} onCancel={onCancel}>
      <Field label="E-mail" hint="They sign in with this address." error={wrong.fields.email}>
        <Input name="email" type="email" required autoFocus maxLength={200} />
      </Field>
      <RolePicker offered={rolesGivenBy(user.role)} chosen={role} onChoose={setRole} />
    </DialogForm>
  )
}
