import { useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { TwoFactorSetup } from './two-factor-setup.tsx'

export function EnableTwoFactorDialog({ onClose }: { onClose: () => void }) {
  const [isVerified, setVerified] = useState(false)
  return (
    <Dialog onClose={onClose} title={isVerified ? 'Your backup codes' : 'Turn on two-factor sign-in'}>
      <TwoFactorSetup onCancel={onClose} onVerified={() => setVerified(true)} onDone={onClose} />
    </Dialog>
  )
}
