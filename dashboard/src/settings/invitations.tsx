import type { Invitation } from '../../../server/src/people/shapes/team.ts'
import { useDo } from '../api/read.ts'
import { remove } from '../api/request.ts'
import { words } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Time } from '../ui/times.tsx'
import { toast } from '../ui/toasts.tsx'

export function Invitations({ invitations }: { invitations: Invitation[] }) {
  const revoke = useDo(({ id }: Invitation) => remove(`/dashboard/team/invitations/${id}`), ['team', 'audit'])
  const drop = (invitation: Invitation) =>
    revoke.mutate(invitation, {
      onSuccess: () => toast.done('The invitation no longer works.'),
      onError: toast.failed,
    })
  return (
    <Panel
      flush
      title="Invitations"
      note="Not used yet. Links are shown once. To get a new one, revoke the invitation and invite again."
    >
      <Table
        label="Invitations"
        columns={columns(drop)}
        reading={{ data: invitations, error: null, isFetching: false, refetch: () => {} }}
        keyOf={({ id }) => id}
        empty={null}
      />
    </Panel>
  )
}

function columns(drop: (invitation: Invitation) => void): Column<Invitation>[] {
  return [
    { name: 'For', cell: ({ email }) => email ?? 'Anyone with the link' },
    { name: 'Role', cell: ({ role }) => words(role) },
    { name: 'Works until', isTime: true, from: 'sm', cell: ({ expires_at }) => <Time at={expires_at} /> },
    {
      name: 'Actions',
      figures: true,
      cell: (invitation) => (
        <Button
          size="small"
          aria-label={`Revoke the invitation for ${invitation.email ?? 'anyone'}`}
          onClick={() => drop(invitation)}
        >
          Revoke
        </Button>
      ),
    },
  ]
}
