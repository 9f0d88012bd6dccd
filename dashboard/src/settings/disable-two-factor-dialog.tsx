import { useDo } from '../api/read.ts'
import { postWithPassword } from '../api/request.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toasts.tsx'
import { PasswordStep } from './password-step.tsx'

export function DisableTwoFactorDialog({ onClose }: { onClose: () => void }) {
  const disable = useDo(
    (password: string) => postWithPassword('/dashboard/auth/two-factor/disable', password, { password }),
    ['me', 'sessions'],
  )
  const submit = (password: string) =>
    disable.mutate(password, {
      onSuccess: () => {
        toast.done('Two-factor sign-in is off.')
        onClose()
      },
    })
  return (
    <Dialog
      onClose={onClose}
      title="Turn off two-factor sign-in?"
      description="Your password alone is then enough, and your backup codes no longer work."
    >
      <PasswordStep
        action="Turn off"
        danger
        busy={disable.isPending}
        problem={disable.error}
        onPassword={submit}
        onCancel={onClose}
      />
    </Dialog>
  )
}
