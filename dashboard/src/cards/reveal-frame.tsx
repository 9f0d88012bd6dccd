import { useEffect, useRef } from 'react'
import '../../../server/src/reveal/loader/v1.js'

type Callbacks = { onReady: () => void; onExpired: () => void }
declare global {
  interface Window {
    CardwrightReveal: {
      show(container: Element, options: { url: string; height: number } & Callbacks): { remove(): void }
    }
  }
}

/** The height of the reveal page's three rows at our text size. */
const HEIGHT = 116

/** Shows the page of a reveal session with the same script that customers use. */
export function RevealFrame({ url, onReady, onExpired }: { url: string } & Callbacks) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const frame = window.CardwrightReveal.show(place.current!, { url, height: HEIGHT, onReady, onExpired })
    return () => frame.remove()
  }, [url, onReady, onExpired])
  return <div ref={place} />
}
