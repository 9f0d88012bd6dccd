import { useState } from 'react'
import type { CardSummary } from '../api/schemas.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { Facts } from '../ui/facts.tsx'
import { Panel } from '../ui/panel.tsx'
import { toast } from '../ui/toasts.tsx'
import { useUpdateCard } from './card-actions.ts'
import { type Metadata, MetadataRows, newRow, readRows, rowsOf } from './metadata-rows.tsx'

export function MetadataPanel({ card, mayChange }: { card: CardSummary; mayChange: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const entries = Object.entries(card.metadata)
  return (
    <Panel
      title="Metadata"
      actions={
        mayChange && (
          <Button size="small" aria-label="Change the metadata" onClick={() => setOpen(true)}>
            Change
          </Button>
        )
      }
    >
      {entries.length === 0 ? (
        <p className="text-sm text-soft">None. Add your own keys and values, such as a team or an order number.</p>
      ) : (
        <Facts of={entries.map(([key, value]) => [key, shown(value)])} />
      )}
      {isOpen && <MetadataDialog card={card} onClose={() => setOpen(false)} />}
    </Panel>
  )
}

function shown(value: string | number | boolean): string {
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)
}

function MetadataDialog({ card, onClose }: { card: CardSummary; onClose: () => void }) {
  const [rows, setRows] = useState(() => {
    const known = rowsOf(card.metadata)
    return known.length === 0 ? [newRow()] : known
  })
  const [wrong, setWrong] = useState<string>()
  const updating = useUpdateCard(card.id)
  const submit = () => {
    const { metadata, error } = readRows(rows)
    setWrong(error)
    if (error !== undefined) return
    updating.mutate(
      { metadata: changesBetween(card.metadata, metadata) },
      {
        onSuccess: () => {
          toast.done('The metadata is changed.')
          onClose()
        },
      },
    )
  }
  return (
    <Dialog onClose={onClose} title="Metadata" description="Up to 20 keys of your own.">
      <DialogForm noValidate busy={updating.isPending} onSubmit={submit} onCancel={onClose}>
        <MetadataRows rows={rows} onChange={setRows} error={wrong ?? updating.error?.message} />
      </DialogForm>
    </Dialog>
  )
}

/** The service merges metadata, so only the differences are sent. A key that somebody else has just added stays. */
function changesBetween(before: Metadata, after: Metadata): Record<string, string | number | boolean | null> {
  const gone = Object.keys(before).filter((key) => !(key in after))
  const changed = Object.entries(after).filter(([key, value]) => before[key] !== value)
  return { ...Object.fromEntries(gone.map((key) => [key, null])), ...Object.fromEntries(changed) }
}
