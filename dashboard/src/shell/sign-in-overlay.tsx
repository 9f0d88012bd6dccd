import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { CodeForm } from '../sign-in/code-step.tsx'
import { PasswordForm } from '../sign-in/password-form.tsx'
import { useReturnFocus } from '../ui/return-focus.ts'

/**
 * Covers the page, which stays mounted below. The overlay cannot be closed, because the page is useless without a
 * session.
 */
export default function SignInOverlay({ email, onDone }: { email: string; onDone: () => Promise<void> }) {
  const [needsCode, setNeedsCode] = useState(false)
  const returnFocus = useReturnFocus(true)
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-60 bg-black/45 backdrop-blur-[2px] animate-fade" />
        <Dialog.Content
          onInteractOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-x-4 top-[12vh] z-60 mx-auto grid max-w-sm grid-cols-[minmax(0,1fr)] gap-5 rounded-2xl border border-line bg-surface p-6 shadow-float animate-rise"
        >
          <header className="grid gap-1">
            <Dialog.Title className="text-xl font-semibold tracking-tight">
              {needsCode ? 'Enter your code' : 'Sign in again'}
            </Dialog.Title>
            <Dialog.Description className={needsCode ? 'sr-only' : 'text-sm text-soft'}>
              Your session has ended. The page stays as it is, with everything you typed.
            </Dialog.Description>
          </header>
          {needsCode ? (
            <CodeForm onDone={onDone} onBack={() => setNeedsCode(false)} />
          ) : (
            <PasswordForm email={email} onCode={() => setNeedsCode(true)} onDone={onDone} />
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
