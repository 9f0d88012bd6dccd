import { useEffect, useState } from 'react'

const PAUSE_MS = 150

/** The text once the typing has paused. */
export function useSettledText(text: string): string {
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => settle(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
