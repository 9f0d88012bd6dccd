// Windows over the page: a dialog in the middle and a sheet at the side.

import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useBackCloses } from './back-closes.ts'
import { classes } from './classes.ts'
import { useGuardedClose } from './closing.tsx'
import { useReturnFocus } from './return-focus.ts'

export type WindowProps = {
  /** Left out by a window that is rendered only while it is open. */
  open?: boolean
  title: string
  description?: ReactNode
  children?: ReactNode
  onClose: () => void
}

/** If a list inside the window is open, Escape closes only the list. The next Escape closes the window. */
function keepWhileListIsOpen(event: KeyboardEvent): void {
  const { target } = event
  if (target instanceof Element && target.matches('[role=combobox][aria-expanded=true]')) event.preventDefault()
}

function Window({ open = true, title, description, look, children, onClose }: WindowProps & { look: string }) {
  const returnFocus = useReturnFocus(open)
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/45 backdrop-blur-[2px] animate-fade" />
        <Radix.Content
          {...(!description && { 'aria-describedby': undefined })}
          onEscapeKeyDown={keepWhileListIsOpen}
          onCloseAutoFocus={returnFocus}
          className={classes('fixed z-50 overflow-y-auto border-line bg-surface p-5 shadow-float sm:p-6', look)}
        >
          <Heading title={title} description={description} />
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export function Dialog({ wide = false, children, onClose, ...window }: WindowProps & { wide?: boolean }) {
  const { close, around } = useGuardedClose(onClose)
  return (
    <Window
      {...window}
      onClose={close}
      look={classes(
        'inset-x-0 bottom-0 max-h-[92dvh] rounded-t-2xl border animate-rise',
        'sm:inset-auto sm:top-[12vh] sm:left-1/2 sm:max-h-[80dvh] sm:w-[calc(100vw-2rem)] sm:-translate-x-1/2 sm:rounded-2xl',
        wide ? 'sm:max-w-3xl' : 'sm:max-w-lg',
      )}
    >
      {around(children)}
    </Window>
  )
}

type SheetProps = WindowProps & {
  /** The open state is in the address, so Back already closes the sheet. */
  isInAddress?: boolean
}

export function Sheet({ isInAddress = false, ...window }: SheetProps) {
  useBackCloses((window.open ?? true) && !isInAddress, window.onClose)
  return <Window {...window} look="inset-y-0 right-0 w-full max-w-xl border-l animate-slide" />
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
