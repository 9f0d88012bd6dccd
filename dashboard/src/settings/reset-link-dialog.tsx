import type { ResetLink, TeamMember } from '../../../server/src/people/shapes/team.ts'
import { useDo } from '../api/read.ts'
import { post } from '../api/request.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Confirm } from '../ui/dialog-form.tsx'
import { LinkShown } from './link-shown.tsx'

export function ResetLinkDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const make = useDo(() => post<ResetLink>(`/dashboard/team/${member.id}/reset-link`), ['audit'])
  const title = `Reset link for ${member.name}`
  if (make.data)
    return (
      <Dialog onClose={onClose} title={title}>
        <LinkShown
          link={make.data.link}
          expiresAt={make.data.expires_at}
          recipient={member.name}
          isMailed={make.data.is_mailed}
          isMailLimited={make.data.is_mail_limited}
          onDone={onClose}
        />
      </Dialog>
    )
  return (
    <Confirm
      onClose={onClose}
      title={title}
      description="The person who opens it sets a new password, and all their sessions end. Until then the old password works."
      action="Create link"
      busy={make.isPending}
      error={make.error?.message}
      onConfirm={() => make.mutate(undefined)}
    />
  )
}
