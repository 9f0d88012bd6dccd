// The actions on the decision hook: testing it needs `develop` access, changing it needs `operate`.

import { Pencil, RefreshCw, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../api/me.ts'
import type { DecisionAttempt, DecisionHook } from '../api/schemas.ts'
import { RotateSecretDialog } from '../developers/rotate-secret-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog-form.tsx'
import { Menu, MoreButton } from '../ui/menu.tsx'
import { toast } from '../ui/toasts.tsx'
import { AttemptSheet } from './attempt-sheet.tsx'
import { HookDialog } from './hook-dialog.tsx'
import { HOOK_NOUN, useDeleteHook, useTestHook } from './use-hook.ts'

type Doing = 'edit' | 'rotate' | 'delete'

export function HookActions({ hook }: { hook: DecisionHook }) {
  const [doing, setDoing] = useState<Doing>()
  const [tested, show] = useState<DecisionAttempt>()
  const mayOperate = useMay()('operate')
  const test = useTestHook()
  const close = () => setDoing(undefined)
  return (
    <>
      <Button
        look="primary"
        busy={test.isPending}
        icon={<Send className="size-4" aria-hidden />}
        onClick={() => test.mutate(undefined, { onSuccess: show, onError: toast.failed })}
      >
        Send test
      </Button>
      {mayOperate && <Changes onChoose={setDoing} />}
      <AttemptSheet attempt={tested} onClose={() => show(undefined)} />
      {doing === 'edit' && <HookDialog hook={hook} onClose={close} />}
      {doing === 'rotate' && (
        <RotateSecretDialog path="/v1/decision-hook/rotate-secret" noun={HOOK_NOUN} onClose={close} />
      )}
      {doing === 'delete' && <DeleteHook hook={hook} onClose={close} />}
    </>
  )
}

function Changes({ onChoose }: { onChoose: (doing: Doing) => void }) {
  return (
    <>
      <Button icon={<Pencil className="size-4" aria-hidden />} onClick={() => onChoose('edit')}>
        Edit
      </Button>
      <Menu
        trigger={<MoreButton />}
        items={[
          {
            label: 'Rotate secret',
            icon: <RefreshCw className="size-4" aria-hidden />,
            onSelect: () => onChoose('rotate'),
          },
          null,
          {
            label: 'Delete',
            danger: true,
            icon: <Trash2 className="size-4" aria-hidden />,
            onSelect: () => onChoose('delete'),
          },
        ]}
      />
    </>
  )
}

function DeleteHook({ hook, onClose }: { hook: DecisionHook; onClose: () => void }) {
  const drop = useDeleteHook()
  const done = () => {
    toast.done('The decision hook is deleted.')
    onClose()
  }
  return (
    <Confirm
      onClose={onClose}
      title="Delete the decision hook?"
      description={`${hook.url} is no longer asked. Payments it would have declined are approved from now on. Past attempts stay in the list.`}
      action="Delete hook"
      danger
      busy={drop.isPending}
      error={drop.error?.message}
      onConfirm={() => drop.mutate(undefined, { onSuccess: done })}
    />
  )
}
