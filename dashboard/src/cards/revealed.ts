// Shows a card's number for one minute, and only while the window is in use. The number is on the page of a reveal
// session, in a frame that this page cannot read.

import { useCallback, useEffect, useState } from 'react'
import { post } from '../api/request.ts'
import type { RevealSession, RevealThemeParams } from '../api/schemas.ts'
import { useNow } from '../ui/now.ts'
import { toast } from '../ui/toasts.tsx'

const SHOWN_MS = 60_000
const TICK_MS = 250

export type Reveal = {
  url: string | undefined
  /** Undefined until the frame shows the number. */
  secondsLeft: number | undefined
  isAsking: boolean
  show: () => void
  hide: () => void
  /** Called when the frame shows the number. */
  begin: () => void
}

/** `path` is where the dashboard asks for a session: of a card, or of a link that an agent has made. */
export function useReveal(path: string): Reveal {
  const [url, setUrl] = useState<string>()
  const [until, setUntil] = useState<number>()
  const [isAsking, setAsking] = useState(false)
  const now = useNow(TICK_MS)
  const hide = useCallback(() => {
    setUrl(undefined)
    setUntil(undefined)
  }, [])
  const begin = useCallback(() => setUntil(Date.now() + SHOWN_MS), [])
  const isOver = until !== undefined && now >= until
  useEffect(() => {
    if (isOver) hide()
  }, [isOver, hide])
  useHideWhenLeft(url !== undefined, now, hide)
  const show = () => {
    setAsking(true)
    post<RevealSession>(path, { origin: location.origin, theme: ownTheme() })
      .then((session) => setUrl(session.url), toast.failed)
      .finally(() => setAsking(false))
  }
  return {
    url: isOver ? undefined : url,
    // `now` may be older than the start of the minute, because it changes only once per tick.
    secondsLeft: until === undefined ? undefined : Math.ceil(Math.min(SHOWN_MS, Math.max(0, until - now)) / 1000),
    isAsking,
    show,
    hide,
    begin,
  }
}

/**
 * Hides the number when the person switches to another tab or window, so nobody else can read it. A click into the
 * frame takes the focus from this window without leaving it, and leaving from the frame sends no event, so the focus is
 * also checked at every tick.
 */
function useHideWhenLeft(isShown: boolean, now: number, hide: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `now` is the tick
  useEffect(() => {
    if (isShown && !document.hasFocus()) hide()
  }, [isShown, now, hide])
  useEffect(() => {
    if (!isShown) return
    document.addEventListener('visibilitychange', hide)
    addEventListener('pagehide', hide)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      removeEventListener('pagehide', hide)
    }
  }, [isShown, hide])
}

/** The colours of this page, read from the current theme in styles.css. */
function ownTheme(): RevealThemeParams {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  return {
    color_scheme: document.documentElement.classList.contains('dark') ? 'dark' : 'light',
    background: colour('--surface'),
    text: colour('--ink'),
    label: colour('--soft'),
    border: colour('--line'),
    button: colour('--sunken'),
    button_text: colour('--ink'),
    font_size: 13,
    timer: false, // this page has its own, shorter timer
  }
}
