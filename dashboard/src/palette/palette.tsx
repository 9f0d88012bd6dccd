// The command palette finds everything with an id or a name, every page, and frequent actions. Ctrl K (⌘ K) opens it on
// every page.

import { Dialog } from 'radix-ui'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useReturnFocus } from '../ui/return-focus.ts'
import { SearchField } from './search-field.tsx'

const load = () => import('./finder.tsx')
const Finder = lazy(load)

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

export function Palette({ open, onOpenChange }: Props) {
  const returnFocus = useReturnFocus(open)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Meta') void load() // load early, since K may follow
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      onOpenChange(!open)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [open, onOpenChange])
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/45 backdrop-blur-[2px] animate-fade" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 overflow-hidden rounded-2xl border border-line bg-surface shadow-float animate-rise max-sm:top-4"
        >
          <Dialog.Title className="sr-only">Search or jump to</Dialog.Title>
          <Contents onDone={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Contents({ onDone }: { onDone: () => void }) {
  const [typed, setTyped] = useState('')
  return (
    <Suspense fallback={<SearchField value={typed} onChange={({ target }) => setTyped(target.value)} />}>
      <Finder typed={typed} onDone={onDone} />
    </Suspense>
  )
}
