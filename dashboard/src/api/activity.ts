// Whether somebody is at the page. Pages read by themselves, live and every few seconds; without this the session of a
// computer that was left alone would never end.

const IDLE_AFTER_MS = 60_000

let lastInputAt = Date.now()

for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
  addEventListener(kind, () => (lastInputAt = Date.now()), { passive: true, capture: true })

/** Goes with every request: the service does not take one from an idle page for use of the session. */
export function idleHeader(): Record<string, string> {
  return Date.now() - lastInputAt > IDLE_AFTER_MS ? { 'X-Cardwright-Idle': 'true' } : {}
}
