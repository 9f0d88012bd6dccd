import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useDo, useRead } from '../api/read.ts'
import { post } from '../api/request.ts'
import { canUsePasskeys } from '../sign-in/passkeys.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog-form.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Time } from '../ui/times.tsx'
import { toast } from '../ui/toasts.tsx'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'

export type Passkey = { id: string; name?: string | null; createdAt: string }

export function PasskeysPanel() {
  const passkeys = useRead<Passkey[]>({ noun: 'passkeys', path: '/dashboard/auth/passkey/list-user-passkeys' })
  const [isAdding, setAdding] = useState(false)
  const [deleting, setDeleting] = useState<Passkey>()
  return (
    <Panel
      flush
      title="Passkeys"
      note="Sign in with a fingerprint, a face or a security key, without password or code."
      actions={
        canUsePasskeys() && (
          <Button size="small" icon={<Plus className="size-3.5" aria-hidden />} onClick={() => setAdding(true)}>
            Add a passkey
          </Button>
        )
      }
    >
      {!canUsePasskeys() && (
        <div className="px-5 pb-4">
          <Notice>Browsers offer passkeys only over HTTPS or at localhost, and not at a bare IP address.</Notice>
        </div>
      )}
      <Table
        label="Passkeys"
        columns={columns(setDeleting)}
        reading={passkeys}
        keyOf={({ id }) => id}
        empty={<Empty icon={<KeyRound className="size-5" aria-hidden />} title="No passkeys yet" />}
      />
      {isAdding && <AddPasskeyDialog onClose={() => setAdding(false)} />}
      {deleting && <DeletePasskey passkey={deleting} onClose={() => setDeleting(undefined)} />}
    </Panel>
  )
}

function columns(onDelete: (passkey: Passkey) => void): Column<Passkey>[] {
  return [
    { name: 'Name', cell: (passkey) => <span className="font-medium">{nameOf(passkey)}</span> },
    { name: 'Added', isTime: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      name: 'Actions',
      figures: true,
      cell: (passkey) => (
        <Button size="small" aria-label={`Delete ${nameOf(passkey)}`} onClick={() => onDelete(passkey)}>
          Delete
        </Button>
      ),
    },
  ]
}

function nameOf({ name }: Passkey): string {
  return name || 'Passkey'
}

function DeletePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const drop = useDo(() => post('/dashboard/auth/passkey/delete-passkey', { id: passkey.id }), ['passkeys', 'me'])
  const confirm = () =>
    drop.mutate(undefined, {
      onSuccess: () => {
        toast.done(`“${nameOf(passkey)}” is deleted.`)
        onClose()
      },
    })
  return (
    <Confirm
      onClose={onClose}
      title={`Delete “${nameOf(passkey)}”?`}
      description="It no longer signs you in. Remove it from the device as well."
      action="Delete"
      danger
      busy={drop.isPending}
      error={drop.error?.message}
      onConfirm={confirm}
    />
  )
}
