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

/** Three rows of the page, at the size of text that we ask for. */
const HEIGHT = 116

/** The page of a reveal session, by the script that we give to everybody. */
export function RevealFrame({ url, onReady, onExpired }: { url: string } & Callbacks) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const frame = window.CardwrightReveal.show(place.current!, { url, height: HEIGHT, onReady, onExpired })
    return () => frame.remove()
  }, [url, onReady, onExpired])
  return <div ref={place} />
}
