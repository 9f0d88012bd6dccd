import { useState } from 'react'
import { useDo } from '../api/read.ts'
import { post } from '../api/request.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog-form.tsx'
import { Panel } from '../ui/panel.tsx'
import { toast } from '../ui/toasts.tsx'

export function Reset({ onReset }: { onReset: () => void }) {
  const [isOpen, open] = useState(false)
  const reset = useDo(() => post('/v1/sandbox/reset'), [])
  const run = () =>
    reset.mutate(undefined, {
      onSuccess: () => {
        open(false)
        onReset()
        toast.done('The sandbox was reset')
      },
    })
  return (
    <Panel title="Reset" note="Deletes everything except keys, addresses, settings and the team.">
      <Button look="danger" onClick={() => open(true)}>
        Reset the sandbox
      </Button>
      {isOpen && (
        <Confirm
          onClose={() => open(false)}
          title="Reset the sandbox?"
          description="Cards, transactions, deposits, challenges, webhooks and events of the sandbox are deleted for everyone on the team, and its clock goes back to the real time. Production is not touched."
          action="Reset"
          danger
          typed="reset"
          busy={reset.isPending}
          error={reset.error?.message}
          onConfirm={run}
        />
      )}
    </Panel>
  )
}
