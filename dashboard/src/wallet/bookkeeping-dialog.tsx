// Exports the wallet's movements in a period as a file for accounting software.

import { useState } from 'react'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { ExportCsv } from '../ui/export-csv.tsx'
import { Field, Input } from '../ui/field.tsx'

export default function BookkeepingDialog({ onClose }: { onClose: () => void }) {
  const [{ from, to }, setPeriod] = useState(lastMonth)
  return (
    <Dialog
      onClose={onClose}
      title="Export for bookkeeping"
      description="Every movement of the wallet, oldest first: date, description, debit, credit, balance, currency and ids."
    >
      <div className="grid grid-cols-2 gap-3">
        <Field label="From (UTC)" hint="Leave empty to start with the first movement.">
          <Input type="date" max={to} value={from} onChange={({ target }) => setPeriod({ from: target.value, to })} />
        </Field>
        <Field label="To (UTC)" hint="Leave empty to end today.">
          <Input type="date" min={from} value={to} onChange={({ target }) => setPeriod({ from, to: target.value })} />
        </Field>
      </div>
      <DialogActions>
        <ExportCsv
          path="/dashboard/wallet/statement/export"
          query={{ from: from || undefined, to: to || undefined }}
          size="medium"
        />
      </DialogActions>
    </Dialog>
  )
}

/** The default period is the last month, since books are closed monthly. */
function lastMonth(): { from: string; to: string } {
  const now = new Date()
  const day = (month: number, date: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), month, date)).toISOString().slice(0, 10)
  return { from: day(now.getUTCMonth() - 1, 1), to: day(now.getUTCMonth(), 0) }
}
