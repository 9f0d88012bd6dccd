import { useState } from 'react'
import { useMe } from '../api/me.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { BackupCodesDialog } from './backup-codes.tsx'
import { DisableTwoFactorDialog } from './disable-two-factor-dialog.tsx'
import { EnableTwoFactorDialog } from './enable-two-factor-dialog.tsx'

export function TwoFactorPanel() {
  const { user, two_factor_required: isRequired } = useMe()
  const isOn = user.two_factor_enabled
  const [open, setOpen] = useState<'enable' | 'disable' | 'codes'>()
  const close = () => setOpen(undefined)
  return (
    <Panel
      title={
        <>
          Two-factor sign-in <Badge tone={isOn ? 'good' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>
        </>
      }
      actions={
        isOn ? (
          <>
            <Button size="small" onClick={() => setOpen('codes')}>
              New backup codes
            </Button>
            {!isRequired && (
              <Button size="small" onClick={() => setOpen('disable')}>
                Turn off
              </Button>
            )}
          </>
        ) : (
          <Button size="small" look="primary" onClick={() => setOpen('enable')}>
            Turn on
          </Button>
        )
      }
    >
      <p className="text-sm text-soft">
        {isOn
          ? 'Signing in needs a code from your phone as well as your password. Keep your backup codes somewhere other than your phone.'
          : 'Anyone who learns your password can sign in as you, unless a code from your phone is required too.'}
        {isRequired && ' This account requires it of everyone.'}
      </p>
      {open === 'enable' && <EnableTwoFactorDialog onClose={close} />}
      {open === 'disable' && <DisableTwoFactorDialog onClose={close} />}
      {open === 'codes' && <BackupCodesDialog onClose={close} />}
    </Panel>
  )
}
