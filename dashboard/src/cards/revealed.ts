// A card's number, for one minute and while someone looks. It lives in this component's state alone: never in the
// cache, never longer than it is shown.

import { useCallback, useEffect, useState } from 'react'
import { get, Problem } from '../api/request.ts'
import type { CardDetails } from '../api/schemas.ts'
import { useNow } from '../ui/now.ts'
import { toast } from '../ui/toasts.tsx'

const SHOWN_MS = 60_000
const TICK_MS = 250

export type Reveal = {
  details: CardDetails | undefined
  secondsLeft: number
  isAsking: boolean
  /** The processor of the card shows the number itself. */
  isRefusedHere: boolean
  show: () => void
  hide: () => void
}

export function useReveal(cardId: string): Reveal {
  const [shown, setShown] = useState<{ details: CardDetails; until: number }>()
  const [isAsking, setAsking] = useState(false)
  const [isRefusedHere, setRefusedHere] = useState(false)
  const now = useNow(TICK_MS)
  const hide = useCallback(() => setShown(undefined), [])
  const isOver = shown !== undefined && now >= shown.until
  useEffect(() => {
    if (isOver) hide()
  }, [isOver, hide])
  useHideWhenLeft(shown !== undefined, hide)
  const fail = (error: Error) => {
    if (error instanceof Problem && error.id === 'reveal_session_required') setRefusedHere(true)
    else toast.failed(error)
  }
  const show = () => {
    setAsking(true)
    get<CardDetails>(`/v1/cards/${cardId}/details`)
      .then((details) => setShown({ details, until: Date.now() + SHOWN_MS }), fail)
      .finally(() => setAsking(false))
  }
  return {
    details: isOver ? undefined : shown?.details,
    secondsLeft: shown ? Math.max(0, Math.ceil((shown.until - now) / 1000)) : 0,
    isAsking,
    isRefusedHere,
    show,
    hide,
  }
}

/** Another tab or another window: whoever walks past must not read it. */
function useHideWhenLeft(isShown: boolean, hide: () => void): void {
  useEffect(() => {
    if (!isShown) return
    document.addEventListener('visibilitychange', hide)
    addEventListener('blur', hide)
    addEventListener('pagehide', hide)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      removeEventListener('blur', hide)
      removeEventListener('pagehide', hide)
    }
  }, [isShown, hide])
}
