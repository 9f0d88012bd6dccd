import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { Team as TeamList } from '../../../server/src/people/shapes/team.ts'
import { useMay } from '../api/me.ts'
import { useRead } from '../api/read.ts'
import { NotAllowed } from '../shell/not-allowed.tsx'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { Members } from './members.tsx'
import { RequiredTwoFactor } from './required-two-factor.tsx'
import { RoleTable } from './roles.tsx'
import { SettingsPage } from './settings-page.tsx'

const LEAD = 'Who can sign in to this account, and what they may do.'

export function Team() {
  if (useMay()('administer')) return <WholeTeam />
  return (
    <SettingsPage title="Team" lead={LEAD}>
      <NotAllowed>Only owners and admins can see the team.</NotAllowed>
    </SettingsPage>
  )
}

function WholeTeam() {
  const [isInviting, setInviting] = useState(false)
  const team = useRead<TeamList>({ noun: 'team', path: '/dashboard/team' })
  return (
    <SettingsPage
      title="Team"
      lead={LEAD}
      actions={
        <Button look="primary" icon={<UserPlus className="size-4" aria-hidden />} onClick={() => setInviting(true)}>
          Invite
        </Button>
      }
    >
      <Members reading={{ ...team, data: team.data?.data }} />
      {team.data && team.data.invitations.length > 0 && <Invitations invitations={team.data.invitations} />}
      <RequiredTwoFactor />
      <Panel title="Roles">
        <RoleTable />
      </Panel>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </SettingsPage>
  )
}
