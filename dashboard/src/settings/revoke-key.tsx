import type { DashboardKey } from '../../../server/src/dashboard/shapes/keys.ts'
import { useDo } from '../api/read.ts'
import { remove } from '../api/request.ts'
import { Confirm } from '../ui/dialog-form.tsx'
import { toast } from '../ui/toasts.tsx'

export function RevokeKey({ apiKey, onClose }: { apiKey: DashboardKey | undefined; onClose: () => void }) {
  const revoke = useDo((id: string) => remove<DashboardKey>(`/dashboard/keys/${id}`), ['keys', 'audit'])
  const confirm = ({ id, name }: DashboardKey) =>
    revoke.mutate(id, {
      onSuccess: () => {
        toast.done(`“${name}” is revoked.`)
        onClose()
      },
    })
  if (!apiKey) return null
  return (
    <Confirm
      onClose={onClose}
      title={`Revoke “${apiKey.name}”?`}
      description="Requests with this key are refused within a second. This cannot be undone."
      action="Revoke"
      danger
      busy={revoke.isPending}
      error={revoke.error?.message}
      onConfirm={() => confirm(apiKey)}
    />
  )
}
