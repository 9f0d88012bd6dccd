import { RequestAbortedError } from './sdk.ts'

/** Control-C is the normal end of such a command, so the exit code is 0. */
export async function untilInterrupted(work: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const ending = new AbortController()
  const end = () => ending.abort()
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  try {
    await work(ending.signal)
  } catch (error) {
    if (!(ending.signal.aborted && (error instanceof RequestAbortedError || isAbort(error)))) throw error
  } finally {
    process.off('SIGINT', end)
    process.off('SIGTERM', end)
  }
}

function isAbort(error: unknown): boolean {
  return (error as Error).name === 'AbortError'
}
