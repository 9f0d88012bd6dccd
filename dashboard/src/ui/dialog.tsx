// Windows over the page: a dialog in the middle, a sheet at the side, and a confirmation before an action.

import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { useBackCloses } from './back-closes.ts'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { useGuardedClose } from './closing.tsx'
import { Field, Input } from './field.tsx'
import { Notice } from './notice.tsx'
import { useReturnFocus } from './return-focus.ts'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  children?: ReactNode
  wide?: boolean
}

const overlay = 'fixed inset-0 z-40 bg-black/45 backdrop-blur-[2px] animate-fade'

/** If a list inside the window is open, Escape closes only the list. The next Escape closes the window. */
function keepWhileListIsOpen(event: KeyboardEvent): void {
  const { target } = event
  if (target instanceof Element && target.matches('[role=combobox][aria-expanded=true]')) event.preventDefault()
}

export function Dialog({ open, onOpenChange, title, description, children, wide }: Props) {
  const { change, around } = useGuardedClose(onOpenChange)
  const returnFocus = useReturnFocus(open)
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        <Radix.Overlay className={overlay} />
        <Radix.Content
          {...(!description && { 'aria-describedby': undefined })}
          onEscapeKeyDown={keepWhileListIsOpen}
          onCloseAutoFocus={returnFocus}
          className={classes(
            'fixed inset-x-0 bottom-0 z-50 max-h-[92dvh] overflow-y-auto rounded-t-2xl border border-line bg-surface p-5 shadow-float animate-rise',
            'sm:inset-auto sm:top-[12vh] sm:left-1/2 sm:max-h-[80dvh] sm:w-[calc(100vw-2rem)] sm:-translate-x-1/2 sm:rounded-2xl sm:p-6',
            wide ? 'sm:max-w-3xl' : 'sm:max-w-lg',
          )}
        >
          <Heading title={title} description={description} />
          {around(children)}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type SheetProps = Props & {
  /** The open state is in the address, so Back already closes the sheet. */
  isInAddress?: boolean
}

export function Sheet({ open, onOpenChange, title, description, children, isInAddress = false }: SheetProps) {
  useBackCloses(open && !isInAddress, () => onOpenChange(false))
  const returnFocus = useReturnFocus(open)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlay} />
        <Radix.Content
          {...(!description && { 'aria-describedby': undefined })}
          onEscapeKeyDown={keepWhileListIsOpen}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-y-0 right-0 z-50 w-full max-w-xl overflow-y-auto border-l border-line bg-surface p-5 shadow-float animate-slide sm:p-6"
        >
          <Heading title={title} description={description} />
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Heading({ title, description }: { title: string; description: ReactNode }) {
  return (
    <header className="mb-5 flex items-start gap-4">
      <div className="grid flex-1 gap-1">
        <Radix.Title className="text-lg font-semibold tracking-tight">{title}</Radix.Title>
        {description && <Radix.Description className="text-sm text-soft">{description}</Radix.Description>}
      </div>
      <Radix.Close className="-mt-1 -mr-1 rounded-md p-1.5 text-soft hover:bg-sunken hover:text-ink" aria-label="Close">
        <X className="size-4" aria-hidden />
      </Radix.Close>
    </header>
  )
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-wrap justify-end gap-2">{children}</div>
}

type ConfirmProps = Props & {
  action: string
  danger?: boolean
  /** Text that must be typed before the button works. */
  typed?: string
  busy?: boolean
  error?: string | undefined
  onConfirm: () => void
}

export function Confirm({ action, danger, typed, busy = false, error, onConfirm, children, ...dialog }: ConfirmProps) {
  const [text, setText] = useState('')
  const isReady = typed === undefined || text.trim() === typed
  return (
    <Dialog {...dialog}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) onConfirm()
        }}
      >
        <div className="grid gap-4">
          {children}
          {typed !== undefined && (
            <Field
              label={
                <>
                  Type <code className="rounded bg-sunken px-1.5 py-0.5 font-mono">{typed}</code> to confirm
                </>
              }
            >
              <Input value={text} onChange={(event) => setText(event.target.value)} autoFocus />
            </Field>
          )}
          {error && <Notice tone="bad">{error}</Notice>}
        </div>
        <DialogActions>
          <Button onClick={() => dialog.onOpenChange(false)}>Cancel</Button>
          <Button type="submit" look={danger ? 'danger' : 'primary'} busy={busy} disabled={!isReady}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
