// Whether somebody is using the page. Pages refresh in the background, so without this the session on an unattended
// computer would never end.

const IDLE_AFTER_MS = 60_000

let lastInputAt = Date.now()

for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
  addEventListener(kind, () => (lastInputAt = Date.now()), { passive: true, capture: true })

/** Sent with every request. Requests from an idle page do not extend the session. */
export function idleHeader(): Record<string, string> {
  return Date.now() - lastInputAt > IDLE_AFTER_MS ? { 'X-Cardwright-Idle': 'true' } : {}
}
