// Creates the planned cards one after another, in the order of the file.

import { useEffect, useState } from 'react'
import { useRefresh } from '../../api/read.ts'
import { post } from '../../api/request.ts'
import type { Card } from '../../api/schemas.ts'
import { RowRun, type RunState, useRunState } from '../../runs/row-run.ts'
import { touchedByCards } from '../card-actions.ts'
import { creationInWords } from '../creation-problem.ts'
import type { PlannedCard } from './planned-cards.ts'

export type CardRun = RunState<Card> & { start: () => void; stop: () => void }

export function useCardRun(cards: PlannedCard[]): CardRun {
  const [run] = useState(
    () =>
      new RowRun<PlannedCard, Card>({
        rows: cards,
        problemOf: ({ problem }) => problem,
        send: ({ params }, key) => post<Card>('/v1/cards', params, key),
        inWords: creationInWords,
        concurrency: 1,
      }),
  )
  const refresh = useRefresh(touchedByCards)
  useEffect(() => run.stop, [run])
  return { ...useRunState(run), start: () => void run.start().then(refresh), stop: run.stop }
}
