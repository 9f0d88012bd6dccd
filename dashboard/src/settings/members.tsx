import { type ComponentProps, useState } from 'react'
import type { TeamMember } from '../../../server/src/people/shapes/team.ts'
import { useMe } from '../api/me.ts'
import { useDo } from '../api/read.ts'
import { remove } from '../api/request.ts'
import { Badge, words } from '../ui/badge.tsx'
import { Confirm } from '../ui/dialog-form.tsx'
import { Menu, RowMenuButton } from '../ui/menu.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Time } from '../ui/times.tsx'
import { toast } from '../ui/toasts.tsx'
import { ChangeRoleDialog } from './change-role-dialog.tsx'
import { ResetLinkDialog } from './reset-link-dialog.tsx'

type Act = 'role' | 'reset' | 'remove'

export function Members({ reading }: { reading: ComponentProps<typeof Table<TeamMember>>['reading'] }) {
  const { user } = useMe()
  const [acting, act] = useState<{ on: TeamMember; what: Act }>()
  const close = () => act(undefined)
  return (
    <Panel flush title="Members">
      <Table
        label="Members"
        columns={columns(user.id, (member) =>
          mayChange(user, member) ? <MemberMenu member={member} onAct={(what) => act({ on: member, what })} /> : null,
        )}
        reading={reading}
        keyOf={({ id }) => id}
        empty={<Empty title="Nobody yet" />}
      />
      {acting?.what === 'role' && <ChangeRoleDialog member={acting.on} onClose={close} />}
      {acting?.what === 'reset' && <ResetLinkDialog member={acting.on} onClose={close} />}
      {acting?.what === 'remove' && <RemoveMember member={acting.on} onClose={close} />}
    </Panel>
  )
}

/** Nobody can change themselves, and only owners can change owners. */
function mayChange(user: { id: string; role: string }, member: TeamMember): boolean {
  return member.id !== user.id && (member.role !== 'owner' || user.role === 'owner')
}

function columns(ownId: string, menu: (member: TeamMember) => React.ReactNode): Column<TeamMember>[] {
  return [
    {
      name: 'Person',
      cell: ({ id, name, email }) => (
        <>
          <span className="block font-medium">
            {name} {id === ownId && <Badge tone="accent">You</Badge>}
          </span>
          <span className="block text-[13px] text-soft">{email}</span>
        </>
      ),
    },
    { name: 'Role', cell: ({ role }) => words(role) },
    {
      name: 'Two-factor',
      from: 'md',
      cell: ({ two_factor_enabled: isOn }) => <Badge tone={isOn ? 'good' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>,
    },
    {
      name: 'Last sign-in',
      isTime: true,
      from: 'sm',
      cell: ({ last_sign_in_at }) => (last_sign_in_at ? <Time at={last_sign_in_at} /> : 'Never'),
    },
    { name: 'Actions', figures: true, cell: menu },
  ]
}

function MemberMenu({ member, onAct }: { member: TeamMember; onAct: (what: Act) => void }) {
  return (
    <Menu
      trigger={<RowMenuButton row={member.name} />}
      items={[
        { label: 'Change role', onSelect: () => onAct('role') },
        { label: 'Create a reset link', onSelect: () => onAct('reset') },
        null,
        { label: 'Remove', danger: true, onSelect: () => onAct('remove') },
      ]}
    />
  )
}

function RemoveMember({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const drop = useDo(() => remove(`/dashboard/team/${member.id}`), ['team', 'audit'])
  const confirm = () =>
    drop.mutate(undefined, {
      onSuccess: () => {
        toast.done(`${member.name} is no longer on the team.`)
        onClose()
      },
    })
  return (
    <Confirm
      onClose={onClose}
      title={`Remove ${member.name}?`}
      description="They are signed out everywhere immediately. API keys they created keep working."
      action="Remove"
      danger
      busy={drop.isPending}
      error={drop.error?.message}
      onConfirm={confirm}
    />
  )
}
