import { type Io, onSignals } from './framework/io.ts'
import { RequestAbortedError } from './sdk.ts'

/** Control-C is the normal end of such a command, so the exit code is 0. */
export async function untilInterrupted(
  io: Pick<Io, 'signals'>,
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const ending = new AbortController()
  const stopListening = onSignals(io, () => {
    stopListening() // a second Control-C ends the process at once
    ending.abort()
  })
  try {
    await work(ending.signal)
  } catch (error) {
    if (!(ending.signal.aborted && (error instanceof RequestAbortedError || isAbort(error)))) throw error
  } finally {
    stopListening()
  }
}

function isAbort(error: unknown): boolean {
  return (error as Error).name === 'AbortError'
}
