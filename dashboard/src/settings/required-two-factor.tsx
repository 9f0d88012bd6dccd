import { useState } from 'react'
import type { SecurityPolicy } from '../../../server/src/people/shapes/security.ts'
import { useMe } from '../api/me.ts'
import { useDo } from '../api/read.ts'
import { patch } from '../api/request.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog-form.tsx'
import { Panel } from '../ui/panel.tsx'
import { toast } from '../ui/toasts.tsx'

/** Everybody on the team sees this setting. Only owners can change it. */
export function RequiredTwoFactor() {
  const { user, two_factor_required: isRequired } = useMe()
  const [isAsking, setAsking] = useState(false)
  return (
    <Panel
      title={
        <>
          Two-factor sign-in for everyone{' '}
          <Badge tone={isRequired ? 'good' : 'neutral'}>{isRequired ? 'Required' : 'Optional'}</Badge>
        </>
      }
      actions={
        user.role === 'owner' && (
          <Button
            size="small"
            look={isRequired ? 'secondary' : 'primary'}
            disabled={!isRequired && !user.two_factor_enabled}
            onClick={() => setAsking(true)}
          >
            {isRequired ? 'Make it optional' : 'Require it'}
          </Button>
        )
      }
    >
      <p className="text-sm text-soft">
        {isRequired
          ? 'Everyone must set up a code from their phone before using the dashboard, and cannot turn it off.'
          : 'People without it must set it up before continuing.'}
        {user.role === 'owner' && !user.two_factor_enabled && ' Turn on your own first, under Security.'}
      </p>
      {isAsking && <ConfirmChange isRequired={isRequired} onClose={() => setAsking(false)} />}
    </Panel>
  )
}

function ConfirmChange({ isRequired, onClose }: { isRequired: boolean; onClose: () => void }) {
  const change = useDo(
    (policy: SecurityPolicy) => patch<SecurityPolicy>('/dashboard/account/security', policy),
    ['me', 'team', 'audit'],
  )
  const confirm = () =>
    change.mutate(
      { require_two_factor: !isRequired },
      {
        onSuccess: () => {
          toast.done(isRequired ? 'Two-factor sign-in is optional.' : 'Two-factor sign-in is required of everyone.')
          onClose()
        },
      },
    )
  return (
    <Confirm
      onClose={onClose}
      title={isRequired ? 'Make two-factor sign-in optional?' : 'Require two-factor sign-in of everyone?'}
      description={
        isRequired
          ? 'Everyone can then turn it off and sign in with only a password.'
          : 'People without it must set it up right away, including those who are signed in now. API keys are not affected.'
      }
      action={isRequired ? 'Make it optional' : 'Require it'}
      danger={isRequired}
      busy={change.isPending}
      error={change.error?.message}
      onConfirm={confirm}
    />
  )
}
