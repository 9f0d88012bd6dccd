import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import type { DashboardKey, DashboardKeys } from '../../../server/src/dashboard/shapes/keys.ts'
import { useEnvironment } from '../api/environment.ts'
import { useMay } from '../api/me.ts'
import { useRead } from '../api/read.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Time } from '../ui/times.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { KeySheet } from './key-sheet.tsx'
import { accessInWords, boundsInWords, hasEnded } from './key-words.ts'
import { NarrowKeyDialog } from './narrow-key-dialog.tsx'
import { RevokeKey } from './revoke-key.tsx'
import { SettingsPage } from './settings-page.tsx'

export function ApiKeys() {
  const may = useMay()
  const environment = useEnvironment()
  return (
    <SettingsPage
      title="API keys"
      lead={
        environment === 'sandbox'
          ? 'Sandbox keys. They move no real money.'
          : 'Production keys. Anyone who has one can issue cards and spend the wallet.'
      }
      actions={may('keys') && <CreateKey />}
    >
      {may('keys') ? <Keys /> : <Notice>Your role has no access to the API keys of this environment.</Notice>}
    </SettingsPage>
  )
}

function CreateKey() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="primary" icon={<Plus className="size-4" aria-hidden />} onClick={() => setOpen(true)}>
        Create key
      </Button>
      {isOpen && <CreateKeyDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function Keys() {
  const keys = useRead<DashboardKeys>({ noun: 'keys', path: '/dashboard/keys' })
  const [shownId, show] = useState<string>()
  const [narrowing, narrow] = useState<DashboardKey>()
  const [revoking, revoke] = useState<DashboardKey>()
  const shown = keys.data?.data.find(({ id }) => id === shownId)
  return (
    <Panel flush>
      <Table
        label="API keys"
        columns={columns({ show, revoke })}
        reading={{ ...keys, data: keys.data?.data }}
        keyOf={({ id }) => id}
        empty={
          <Empty icon={<KeyRound className="size-5" aria-hidden />} title="No keys yet">
            Create one for each program that calls the API, so that each can be revoked on its own.
          </Empty>
        }
      />
      <KeySheet apiKey={shown} onClose={() => show(undefined)} onNarrow={narrow} onRevoke={revoke} />
      {narrowing && <NarrowKeyDialog apiKey={narrowing} onClose={() => narrow(undefined)} />}
      <RevokeKey apiKey={revoking} onClose={() => revoke(undefined)} />
    </Panel>
  )
}

type Acts = { show: (id: string) => void; revoke: (key: DashboardKey) => void }

function columns({ show, revoke }: Acts): Column<DashboardKey>[] {
  return [
    {
      name: 'Name',
      cell: ({ id, name, hint }) => (
        <>
          <button
            type="button"
            className="block text-left font-medium wrap-anywhere hover:underline"
            onClick={() => show(id)}
          >
            {name}
          </button>
          <code className="font-mono text-xs text-soft">…{hint}</code>
        </>
      ),
    },
    {
      name: 'Access',
      cell: (key) => <Access of={key} />,
    },
    {
      name: 'Last used',
      isTime: true,
      from: 'sm',
      cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} /> : 'Never'),
    },
    {
      name: 'Created',
      isTime: true,
      from: 'md',
      cell: ({ created_at, created_by }) => (
        <>
          <Time at={created_at} />
          {created_by && <span className="block text-xs text-soft">by {created_by}</span>}
        </>
      ),
    },
    {
      name: 'Actions',
      isNameHidden: true,
      figures: true,
      cell: (key) =>
        key.revoked_at === null && (
          <Button size="small" aria-label={`Revoke ${key.name}`} onClick={() => revoke(key)}>
            Revoke
          </Button>
        ),
    },
  ]
}

function Access({ of: key }: { of: DashboardKey }) {
  if (key.revoked_at) return <Badge>Revoked</Badge>
  if (hasEnded(key)) return <Badge>Ended</Badge>
  const bounds = boundsInWords(key)
  return (
    <>
      <Badge tone={key.all_scopes && key.kind === 'standard' ? 'good' : 'accent'}>{accessInWords(key)}</Badge>
      {bounds && <span className="mt-1 block text-xs text-soft">{bounds}</span>}
    </>
  )
}
