// A window that shows a secret for the only time asks before it closes: Escape is pressed by mistake.

import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

const Guard = createContext<((isGuarded: boolean) => void) | undefined>(undefined)

/** The window around this component asks before Escape, its cross or a click beside it closes it. */
export function useAskBeforeClosing(): void {
  const guard = useContext(Guard)
  useEffect(() => {
    guard?.(true)
    return () => guard?.(false)
  }, [guard])
}

export function useGuardedClose(onOpenChange: (open: boolean) => void) {
  const isGuarded = useRef(false)
  const [isAsking, setAsking] = useState(false)
  const guard = useCallback((guarded: boolean) => {
    isGuarded.current = guarded
    if (!guarded) setAsking(false)
  }, [])
  const change = (open: boolean) => {
    if (!open && isGuarded.current) setAsking(true)
    else onOpenChange(open)
  }
  const around = (children: ReactNode) => (
    <Guard value={guard}>
      {isAsking && <AskFirst onStay={() => setAsking(false)} onClose={() => onOpenChange(false)} />}
      {children}
    </Guard>
  )
  return { change, around }
}

function AskFirst({ onStay, onClose }: { onStay: () => void; onClose: () => void }) {
  return (
    <div className="mb-4">
      <Notice tone="bad">
        <p>Close without saving? This is not shown again.</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="small" autoFocus onClick={onStay}>
            Keep open
          </Button>
          <Button size="small" look="danger" onClick={onClose}>
            Close anyway
          </Button>
        </div>
      </Notice>
    </div>
  )
}
