// One event to the local address, as the service would send it.

import { setTimeout as pause } from 'node:timers/promises'
import { type CardwrightEvent, webhooks } from '../sdk.ts'

export type Delivered = { status: number | undefined; durationMs: number; trouble: string | undefined }

/** The same time limit as the service has for an endpoint. */
const ANSWER_MS = 15_000
const MAX_PAUSE_MS = 5_000

/**
 * Any answer ends the delivery, and so does a time-out. If nobody listens, it is tried until somebody does, because a developer
 * who restarts a program wants the events that came meanwhile.
 */
export async function deliver(
  url: string,
  secret: string,
  event: CardwrightEvent,
  signal: AbortSignal,
  onTrouble: (trouble: string) => void,
): Promise<Delivered> {
  for (let attempt = 1; ; attempt += 1) {
    const delivered = await attemptOne(url, secret, event, signal)
    if (delivered.trouble === undefined || delivered.trouble === 'timeout') return delivered
    if (attempt === 1) onTrouble(delivered.trouble)
    await pause(Math.min(250 * 2 ** Math.min(attempt, 10), MAX_PAUSE_MS), undefined, { signal })
  }
}

/** Signed again for each attempt, because the signature covers the time, and endpoints refuse old ones. */
async function attemptOne(
  url: string,
  secret: string,
  event: CardwrightEvent,
  signal: AbortSignal,
): Promise<Delivered> {
  const body = JSON.stringify(event)
  const headers = await webhooks.signTestPayload(body, secret)
  const started = performance.now()
  const since = () => Math.round(performance.now() - started)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'user-agent': 'Cardwright-Webhooks/1' },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    })
    await response.arrayBuffer()
    return { status: response.status, durationMs: since(), trouble: undefined }
  } catch (error) {
    if (signal.aborted) throw error
    return { status: undefined, durationMs: since(), trouble: troubleOf(error as Error) }
  }
}

function troubleOf(error: Error): string {
  if (error.name === 'TimeoutError') return 'timeout'
  return (error.cause as NodeJS.ErrnoException | undefined)?.code ?? error.message
}
