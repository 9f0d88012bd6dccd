import type { Call } from './command.ts'
import { ApiConnectionError } from './sdk.ts'

type Answered = { path: string; error: Error | undefined }

/** Says once that the service is away, and once that it is back, for a command that keeps trying. */
export function lineNotes(call: Call, watched: string): (answered: Answered) => void {
  let isAway = false
  return ({ path, error }) => {
    if (path !== watched || (error !== undefined) === isAway) return
    isAway = error !== undefined
    const why = error instanceof ApiConnectionError ? 'the service does not answer' : error?.message
    call.out.note(isAway ? call.out.paint('yellow', `${why}; trying until it does`) : 'The service is back.')
  }
}
