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
                Switch off
              </Button>
            )}
          </>
        ) : (
          <Button size="small" look="primary" onClick={() => setOpen('enable')}>
            Switch on
          </Button>
        )
      }
    >
      <p className="text-sm text-soft">
        {isOn
          ? 'A code from your phone is asked for besides the password. Keep your backup codes where you find them without the phone.'
          : 'Whoever learns your password can sign in as you, unless a code from your phone is asked for as well.'}
        {isRequired && ' This account requires it of everyone.'}
      </p>
      {open === 'enable' && <EnableTwoFactorDialog onClose={close} />}
      {open === 'disable' && <DisableTwoFactorDialog onClose={close} />}
      {open === 'codes' && <BackupCodesDialog onClose={close} />}
    </Panel>
  )
}
