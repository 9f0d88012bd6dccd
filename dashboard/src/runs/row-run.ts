// Sends one request for each of many rows, a few at a time. A stopped run can be continued from where it stopped. Each
// row keeps its idempotency key until the service has answered, so no row is processed twice. A run lives outside
// React, so it continues while the user moves between pages.

import { useSyncExternalStore } from 'react'
import { environment } from '../api/environment.ts'
import { isUnanswered } from '../api/once.ts'
import { Problem } from '../api/request.ts'

/** An `invalid` row is excluded from the start and is never sent. */
export type Outcome<Result> =
  | { state: 'waiting' }
  | { state: 'done'; result: Result }
  | { state: 'failed'; message: string }
  | { state: 'invalid'; message: string }

export type RunState<Result> = {
  outcomes: readonly Outcome<Result>[]
  isRunning: boolean
  /** While the service is limiting requests: the time at which the next request is sent. */
  waitingUntil: number | undefined
}

export type Counts = Record<Outcome<unknown>['state'], number>

type Settings<Row, Result> = {
  rows: readonly Row[]
  /** Returns the reason to exclude a row, or undefined to include it. */
  problemOf: (row: Row) => string | undefined
  send: (row: Row, key: string) => Promise<Result>
  /** Explains to the user why a row failed. */
  inWords?: (error: Error) => string
  concurrency: number
  /**
   * The minimum time per request on each concurrent slot. It leaves part of the rate limit for the pages the user
   * opens.
   */
  paceMs?: number
}

const DEFAULT_WAIT_SECONDS = 5

export class RowRun<Row, Result> {
  readonly rows: readonly Row[]
  readonly environment = environment()
  readonly #settings: Settings<Row, Result>
  readonly #keys = new Map<number, string>()
  readonly #listeners = new Set<() => void>()
  #state: RunState<Result>
  #stopping: AbortController | undefined
  #pause: Promise<void> | undefined

  constructor(settings: Settings<Row, Result>) {
    this.rows = settings.rows
    this.#settings = settings
    const outcomes = settings.rows.map((row): Outcome<Result> => {
      const message = settings.problemOf(row)
      return message === undefined ? { state: 'waiting' } : { state: 'invalid', message }
    })
    this.#state = { outcomes, isRunning: false, waitingUntil: undefined }
  }

  readonly state = (): RunState<Result> => this.#state

  readonly subscribe = (tell: () => void): (() => void) => {
    this.#listeners.add(tell)
    return () => this.#listeners.delete(tell)
  }

  /** Sends the rows that are waiting or have failed. Resolves when the run has finished or was stopped. */
  readonly start = async (): Promise<void> => {
    if (this.#stopping) return
    const stopping = new AbortController()
    this.#stopping = stopping
    this.#set({ isRunning: true })
    const open = this.#state.outcomes.flatMap(({ state }, index) =>
      state === 'waiting' || state === 'failed' ? [index] : [],
    )
    const workers = Math.min(this.#settings.concurrency, open.length)
    await Promise.all(Array.from({ length: workers }, () => this.#work(open, stopping)))
    this.#stopping = undefined
    this.#set({ isRunning: false })
  }

  /** Requests in flight are still completed, but no new ones are started. */
  readonly stop = (): void => this.#stopping?.abort()

  async #work(open: number[], stopping: AbortController): Promise<void> {
    while (this.#mayGoOn(stopping)) {
      const index = open.shift()
      if (index === undefined) return
      const [outcome] = await Promise.all([this.#doOne(index, stopping), pause(this.#settings.paceMs)])
      this.#set({ outcomes: this.#state.outcomes.with(index, outcome) })
    }
  }

  /** A run must not continue after a switch to the other environment. */
  #mayGoOn({ signal }: AbortController): boolean {
    return !signal.aborted && environment() === this.environment
  }

  async #doOne(index: number, stopping: AbortController): Promise<Outcome<Result>> {
    while (true) {
      await this.#pause
      if (!this.#mayGoOn(stopping)) return { state: 'waiting' }
      const key = this.#keys.get(index) ?? crypto.randomUUID()
      this.#keys.set(index, key)
      try {
        return { state: 'done', result: await this.#settings.send(this.rows[index]!, key) }
      } catch (error) {
        if (error instanceof Problem && error.status === 429) {
          this.#pause ??= this.#waitOut(error, stopping.signal)
          continue
        }
        if (isUnanswered(error) || isUnwelcome(error)) stopping.abort()
        else this.#keys.delete(index)
        return { state: 'failed', message: this.#settings.inWords?.(error as Error) ?? (error as Error).message }
      }
    }
  }

  async #waitOut(problem: Problem, signal: AbortSignal): Promise<void> {
    const ms = (problem.retryAfter ?? DEFAULT_WAIT_SECONDS) * 1000
    this.#set({ waitingUntil: Date.now() + ms })
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      const end = () => {
        clearTimeout(timer)
        resolve()
      }
      if (signal.aborted) end()
      else signal.addEventListener('abort', end, { once: true })
    })
    this.#pause = undefined
    this.#set({ waitingUntil: undefined })
  }

  #set(changes: Partial<RunState<Result>>): void {
    this.#state = { ...this.#state, ...changes }
    for (const tell of this.#listeners) tell()
  }
}

function pause(ms: number | undefined): Promise<void> | undefined {
  return ms === undefined ? undefined : new Promise((resolve) => setTimeout(resolve, ms))
}

/** The user is signed out or no longer has access, so every further row would fail too. */
function isUnwelcome(error: unknown): boolean {
  return error instanceof Problem && (error.status === 401 || error.status === 403)
}

export function useRunState<Row, Result>(run: RowRun<Row, Result>): RunState<Result> {
  return useSyncExternalStore(run.subscribe, run.state)
}

export function countOutcomes(outcomes: readonly Outcome<unknown>[]): Counts {
  const counts: Counts = { waiting: 0, done: 0, failed: 0, invalid: 0 }
  for (const { state } of outcomes) counts[state]++
  return counts
}
