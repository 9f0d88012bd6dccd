// A window that shows a secret only once asks before it closes, because Escape is easily pressed by mistake.

import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

const Guard = createContext<((isGuarded: boolean) => void) | undefined>(undefined)

/** Makes the window around this component ask before Escape, the close button or a click outside closes it. */
export function useAskBeforeClosing(): void {
  const guard = useContext(Guard)
  useEffect(() => {
    guard?.(true)
    return () => guard?.(false)
  }, [guard])
}

export function useGuardedClose(onClose: () => void) {
  const isGuarded = useRef(false)
  const [isAsking, setAsking] = useState(false)
  const guard = useCallback((guarded: boolean) => {
    isGuarded.current = guarded
    if (!guarded) setAsking(false)
  }, [])
  const close = () => {
    if (isGuarded.current) setAsking(true)
    else onClose()
  }
  const around = (children: ReactNode) => (
    <Guard value={guard}>
      {isAsking && <AskFirst onStay={() => setAsking(false)} onClose={onClose} />}
      {children}
    </Guard>
  )
  return { close, around }
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
