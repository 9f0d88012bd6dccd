// An operation is a value: its workspace, the rows it needs, and a pure and synchronous decision on those rows. The engine
// locks, decides in order of arrival, writes and commits. It knows nothing of HTTP, processors or chains.

import type { Uuid, WorkspaceKey } from '../ids.ts'
import type { Span } from '../tracing/span.ts'
import type { Books } from './books.ts'
import type { Needs } from './needs.ts'
import type { Refusal } from './refusal.ts'

/** A piece of work on locked rows. */
export type Step<Result> = {
  workspace: WorkspaceKey
  needs: Needs
  /** Changes the rows in memory and says in `books.changes` what is to be written. Throws only on a bug. */
  decide(books: Books): Result
}

/** A status and a text, stored under the request's key and repeated byte for byte. */
export type Answer = { status: number; text: string }

/** `isKept`: whether the key remembers it. `isSecret`: whether its stored copy is sealed. */
export type Decision = Answer & { isRefusal: boolean; isKept: boolean; isSecret: boolean }

/** Hashes of the key that a caller chose and of what it asked for under it. */
export type RequestKey = { keyHash: Uuid; fingerprint: Uuid }

export type Operation = Step<Decision> & {
  key: RequestKey | undefined
  /** Turns a refusal of the engine itself into an answer for this caller. */
  refuse(refusal: Refusal): Decision
  /** How long the caller waits for a decision; after that nothing happens any more. */
  withinMs: number
  /**
   * What happens when somebody else has locked a row for long. By default the operation waits for it. `leave` rejects it with
   * `RowsLocked`, for work that can be done in another order or at another time.
   */
  ifLocked?: 'wait' | 'leave'
  /** Which listeners the commit wakes: those waiting for events, or also those that follow the clock. */
  wakes: 'events' | 'all'
  /** The span of the request, if it is traced. */
  span?: Span | undefined
}

const SILENT: Decision = { status: 0, text: '', isRefusal: false, isKept: false, isSecret: false }
/** Nobody waits for it, and what was not done is found again later. */
const BACKGROUND_MS = 30_000

type Unkeyed = Step<void> & Pick<Operation, 'wakes' | 'ifLocked'> & { withinMs?: number }

/** An operation that no caller asked for: there is nobody to answer, and no key. */
export function unkeyed({ decide, ...step }: Unkeyed): Operation {
  return {
    withinMs: BACKGROUND_MS,
    ...step,
    key: undefined,
    decide(books) {
      decide(books)
      return SILENT
    },
    refuse: () => SILENT,
  }
}

export type Answered = Answer & { isReplay: boolean }

/** Nothing happened, because it could not be decided in time; asking again is safe. */
export class NotDecided extends Error {}

/** Nothing happened, because somebody else has locked these rows; empty when the rows are not known. */
export class RowsLocked extends NotDecided {
  readonly rows: readonly Uuid[]

  constructor(rows: readonly Uuid[]) {
    super('Another change of the same rows is still under way; nothing happened.')
    this.rows = rows
  }
}
