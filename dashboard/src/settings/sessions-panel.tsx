import { useState } from 'react'
import { useMe } from '../api/me.ts'
import { useDo, useRead } from '../api/read.ts'
import { post } from '../api/request.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog-form.tsx'
import { Panel } from '../ui/panel.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Time } from '../ui/times.tsx'
import { toast } from '../ui/toasts.tsx'
import { deviceOf } from './devices.ts'

type Session = {
  id: string
  token: string
  ipAddress?: string | null
  userAgent?: string | null
  createdAt: string
  updatedAt: string
  expiresAt: string
}

export function SessionsPanel() {
  const { session_id: ownId, idle_minutes: idleMinutes } = useMe()
  const sessions = useRead<Session[]>({ noun: 'sessions', path: '/dashboard/auth/list-sessions' })
  const end = useDo(({ token }: Session) => post('/dashboard/auth/revoke-session', { token }), ['sessions'])
  const drop = (session: Session) =>
    end.mutate(session, { onSuccess: () => toast.done('That session has ended.'), onError: toast.failed })
  const others = sessions.data?.filter(({ id }) => id !== ownId).length ?? 0
  return (
    <Panel
      flush
      title="Sessions"
      note={`Where you are signed in. Each ends automatically after ${inWords(idleMinutes)} without use, and a week after the sign-in.`}
      actions={others > 0 && <EndOthers />}
    >
      <Table
        label="Sessions"
        columns={columns(ownId, drop)}
        reading={{ ...sessions, data: sessions.data?.toSorted(newestFirst) }}
        keyOf={({ id }) => id}
        empty={null}
      />
    </Panel>
  )
}

function inWords(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} minutes`
  return minutes === 60 ? 'an hour' : `${minutes / 60} hours`
}

function newestFirst(one: Session, other: Session): number {
  return other.createdAt.localeCompare(one.createdAt)
}

function columns(ownId: string, drop: (session: Session) => void): Column<Session>[] {
  return [
    {
      name: 'Device',
      cell: ({ id, userAgent }) => (
        <span className="font-medium">
          {deviceOf(userAgent)} {id === ownId && <Badge tone="good">This one</Badge>}
        </span>
      ),
    },
    { name: 'Address', cell: ({ ipAddress }) => ipAddress || 'Unknown' },
    { name: 'Signed in', isTime: true, from: 'sm', cell: ({ createdAt }) => <Time at={createdAt} /> },
    { name: 'Last used', isTime: true, from: 'md', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
    { name: 'Ends', isTime: true, from: 'md', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
    {
      name: 'Actions',
      figures: true,
      cell: (session) =>
        session.id !== ownId && (
          <Button
            size="small"
            aria-label={`End the session of ${deviceOf(session.userAgent)}`}
            onClick={() => drop(session)}
          >
            End
          </Button>
        ),
    },
  ]
}

function EndOthers() {
  const [isAsking, setAsking] = useState(false)
  const end = useDo(() => post('/dashboard/auth/revoke-other-sessions'), ['sessions'])
  const confirm = () =>
    end.mutate(undefined, {
      onSuccess: () => {
        toast.done('All other sessions have ended.')
        setAsking(false)
      },
    })
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        End all others
      </Button>
      {isAsking && (
        <Confirm
          onClose={() => setAsking(false)}
          title="End all other sessions?"
          description="You stay signed in here and must sign in again everywhere else."
          action="End all others"
          danger
          busy={end.isPending}
          error={end.error?.message}
          onConfirm={confirm}
        />
      )}
    </>
  )
}
