// events.stream(): follows the events of a workspace across lost connections without missing one.

import { Deadline } from './deadline.ts'
import { ApiConnectionError, ApiError, withRequest } from './errors.ts'
import type { CardwrightEvent } from './event.ts'
import { hideSecrets } from './masked.ts'
import { canRetry, type pause, pauseMs } from './retry.ts'
import { chunksOf, readMessages } from './server-sent-events.ts'

type Open = (headers: Record<string, string>, deadline: Deadline) => Promise<Response>

export interface Following {
  newestSequence: () => Promise<number>
  afterSequence: number | undefined
  timeoutMs: number
  /** How often the first connection is tried again. */
  maxRetries: number
  /** How often in a row a connection is tried again after the stream has been open once. */
  maxReconnects: number
  signal: AbortSignal | undefined
  sleep: typeof pause
}

/** The service sends a comment every 15 s. After three missing comments the connection is dead. */
const MAX_SILENCE_MS = 45_000

/**
 * A service that restarts is away for a minute, and a stream must outlast it. 40 pauses of the backoff take at least two
 * and a half minutes, and at most five.
 */
export const MAX_RECONNECTS = 40

export async function* followEvents(
  open: Open,
  following: Following,
): AsyncGenerator<CardwrightEvent, void, undefined> {
  // Read at the start, because a connection that breaks before its first event would not know where to continue.
  let after = following.afterSequence ?? (await following.newestSequence())
  let failures = 0
  let wasOpen = false
  const reopen: Open = async (headers, deadline) => {
    const response = await open(headers, deadline)
    wasOpen = true
    failures = 0 // a connection may be lost once an hour for years; only failures in a row count
    return response
  }
  for (;;) {
    try {
      for await (const event of oneLine(reopen, after, following)) {
        after = event.sequence
        yield event
      }
      throw new ApiConnectionError('The stream ended.')
    } catch (error) {
      failures += 1
      const limit = wasOpen ? following.maxReconnects : following.maxRetries
      if (failures > limit || !canRetry(error)) throw withRequest(error, undefined, failures)
      // The backoff counts even if the service asks for less: 40 pauses of one second would not outlast a restart.
      await following.sleep(Math.max(pauseMs(failures, error), pauseMs(failures, undefined)), following.signal)
    }
  }
}

async function* oneLine(
  open: Open,
  after: number,
  { timeoutMs, signal }: Following,
): AsyncGenerator<CardwrightEvent, void, undefined> {
  const deadline = new Deadline(timeoutMs, signal)
  try {
    const response = await open({ accept: 'text/event-stream', 'last-event-id': String(after) }, deadline)
    for await (const { data } of readMessages(awake(chunksOf(response.body!), deadline))) {
      yield hideSecrets(JSON.parse(data), data)
    }
  } catch (error) {
    throw error instanceof ApiError || error instanceof ApiConnectionError ? error : deadline.errorOf(error)
  } finally {
    deadline.end()
  }
}

async function* awake(
  chunks: AsyncIterable<Uint8Array>,
  deadline: Deadline,
): AsyncGenerator<Uint8Array, void, undefined> {
  deadline.extend(MAX_SILENCE_MS)
  for await (const chunk of chunks) {
    deadline.extend(MAX_SILENCE_MS)
    yield chunk
  }
}
