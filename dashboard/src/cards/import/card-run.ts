// Creates the planned cards one after another. It can be stopped between two of them and goes on where it stopped;
// each line keeps its idempotency key until the service has answered it, so that no line is ever created twice.

import { useCallback, useEffect, useRef, useState } from 'react'
import { environment } from '../../api/environment.ts'
import { isUnanswered } from '../../api/once.ts'
import { useRefresh } from '../../api/read.ts'
import { Problem, post } from '../../api/request.ts'
import type { Card } from '../../api/schemas.ts'
import { touchedByCards } from '../card-actions.ts'
import { creationInWords } from '../creation-problem.ts'
import type { PlannedCard } from './planned-cards.ts'

export type Outcome =
  | { state: 'waiting' }
  | { state: 'created'; card: Card }
  | { state: 'failed'; message: string }
  | { state: 'invalid'; message: string }

export type CardRun = {
  outcomes: Outcome[]
  isRunning: boolean
  /** While the service wants fewer creations: when the next is due. */
  waitingUntil: number | undefined
  start: () => void
  stop: () => void
}

const DEFAULT_WAIT_SECONDS = 5

export function useCardRun(cards: PlannedCard[]): CardRun {
  const [outcomes, setOutcomes] = useState<Outcome[]>(() => cards.map(firstOutcome))
  const [running, setRunning] = useState<AbortController>()
  const [waitingUntil, setWaitingUntil] = useState<number>()
  const keys = useRef(new Map<number, string>())
  const refresh = useRefresh(touchedByCards)
  useEffect(() => () => running?.abort(), [running])

  const createOne = async (index: number, stopping: AbortController): Promise<Outcome> => {
    while (true) {
      const key = keys.current.get(index) ?? crypto.randomUUID()
      keys.current.set(index, key)
      try {
        return { state: 'created', card: await post<Card>('/v1/cards', cards[index]!.params, key) }
      } catch (error) {
        if (error instanceof Problem && error.status === 429) {
          if (!(await waitOut(error, stopping.signal, setWaitingUntil))) return { state: 'waiting' }
          continue
        }
        if (isUnanswered(error) || isUnwelcome(error)) stopping.abort()
        else keys.current.delete(index)
        return { state: 'failed', message: creationInWords(error as Error) }
      }
    }
  }

  const run = async (stopping: AbortController) => {
    const home = environment()
    for (let index = 0; index < cards.length; index++) {
      // A run must not go on in the other environment.
      if (stopping.signal.aborted || environment() !== home) break
      if (outcomes[index]!.state === 'created' || outcomes[index]!.state === 'invalid') continue
      const outcome = await createOne(index, stopping)
      setOutcomes((now) => now.with(index, outcome))
    }
    setRunning(undefined)
    await refresh()
  }

  const start = () => {
    const stopping = new AbortController()
    setRunning(stopping)
    void run(stopping)
  }
  const stop = useCallback(() => running?.abort(), [running])
  return { outcomes, isRunning: running !== undefined, waitingUntil, start, stop }
}

function firstOutcome({ problem }: PlannedCard): Outcome {
  return problem === undefined ? { state: 'waiting' } : { state: 'invalid', message: problem }
}

/** Signed out, or no longer allowed: the lines after this one would fare no better. */
function isUnwelcome(error: unknown): boolean {
  return error instanceof Problem && (error.status === 401 || error.status === 403)
}

/** False when it was stopped meanwhile. */
async function waitOut(
  problem: Problem,
  signal: AbortSignal,
  tell: (until: number | undefined) => void,
): Promise<boolean> {
  const ms = (problem.retryAfter ?? DEFAULT_WAIT_SECONDS) * 1000
  tell(Date.now() + ms)
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
  tell(undefined)
  return !signal.aborted
}
