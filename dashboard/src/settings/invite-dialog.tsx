import { type FormEvent, useState } from 'react'
import type { RoleName } from '../../../server/src/people/shapes/person.ts'
import type { MadeInvitation } from '../../../server/src/people/shapes/team.ts'
import { useMe } from '../api/me.ts'
import { useDo } from '../api/read.ts'
import { post } from '../api/request.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field, Input } from '../ui/field.tsx'
import { placeProblem } from '../ui/form-error.ts'
import { Notice } from '../ui/notice.tsx'
import { LinkShown } from './link-shown.tsx'
import { RolePicker, rolesGivenBy } from './roles.tsx'

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

export function InviteDialog({ open, onOpenChange }: Props) {
  const [invited, setInvited] = useState<MadeInvitation>()
  const change = (isOpen: boolean) => {
    onOpenChange(isOpen)
    setInvited(undefined)
  }
  return (
    <Dialog open={open} onOpenChange={change} title={invited ? 'Invitation' : 'Invite to the team'}>
      {invited ? (
        <LinkShown
          link={invited.link}
          expiresAt={invited.expires_at}
          recipient={invited.email!}
          isMailed={invited.is_mailed}
          isMailLimited={invited.is_mail_limited}
          onDone={() => change(false)}
        />
      ) : (
        <InviteForm onInvited={setInvited} onCancel={() => change(false)} />
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
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    invite.mutate(email, { onSuccess: onInvited })
  }
  return (
    <form onSubmit={submit}>
      <div className="grid gap-4">
        <Field label="E-mail" hint="They will sign in with it." error={wrong.fields.email}>
          <Input name="email" type="email" required autoFocus maxLength={200} />
        </Field>
        <RolePicker offered={rolesGivenBy(user.role)} chosen={role} onChoose={setRole} />
        {wrong.form && <Notice tone="bad">{wrong.form}</Notice>}
      </div>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" busy={invite.isPending}>
          Create link
        </Button>
      </DialogActions>
    </form>
  )
}
