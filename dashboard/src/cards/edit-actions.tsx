import { Button } from '../ui/button.tsx'
import { DialogActions } from '../ui/dialog.tsx'

export function EditActions({ busy, onCancel }: { busy: boolean; onCancel: () => void }) {
  return (
    <DialogActions>
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" look="primary" busy={busy}>
        Save
      </Button>
    </DialogActions>
  )
}
