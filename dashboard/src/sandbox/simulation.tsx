import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'

/** Whatever is simulated may touch all of these. */
export const touched = ['cards', 'transactions', 'wallet', 'overview', 'deposits', 'challenges', 'events', 'clock']

type Props = {
  title: string
  note: string
  action: string
  busy: boolean
  /** What the form as a whole was refused for. */
  error: string | undefined
  disabled?: boolean
  onSubmit: () => void
  result: ReactNode
  children: ReactNode
}

/** A form that makes something happen, with what came of it right below. */
export function Simulation({ title, note, action, busy, error, disabled, onSubmit, result, children }: Props) {
  return (
    <Panel title={title} note={note}>
      <form
        aria-label={title}
        className="grid gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
        <div>
          <Button type="submit" look="primary" busy={busy} disabled={disabled}>
            {action}
          </Button>
        </div>
        {error && <Notice tone="bad">{error}</Notice>}
        <div aria-live="polite" className="empty:-mt-4">
          {result}
        </div>
      </form>
    </Panel>
  )
}

/** True after a first attempt: before it nobody has been wrong. */
export function useAttempted(): [boolean, (isValid: boolean, run: () => void) => void] {
  const [isAttempted, setAttempted] = useState(false)
  return [
    isAttempted,
    (isValid, run) => {
      setAttempted(!isValid)
      if (isValid) run()
    },
  ]
}
