import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'

/** Everything a simulation may change, so these are read again afterwards. */
export const touched = ['cards', 'transactions', 'wallet', 'overview', 'deposits', 'challenges', 'events', 'clock']

type Props = {
  title: string
  note: string
  action: string
  busy: boolean
  /** The error for the form as a whole. */
  error: string | undefined
  disabled?: boolean
  onSubmit: () => void
  result: ReactNode
  children: ReactNode
}

/** A form that triggers a simulation and shows the result below. */
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
          {error && (
            <div className="mt-4">
              <Notice tone="bad">{error}</Notice>
            </div>
          )}
          <div aria-live="polite" className="not-empty:mt-4">
            {result}
          </div>
        </div>
      </form>
    </Panel>
  )
}

/** The flag is true after a failed attempt, so the form shows no errors before the first one. */
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
