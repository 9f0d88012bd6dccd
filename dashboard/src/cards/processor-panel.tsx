import { Link } from '@tanstack/react-router'
import type { CardProcessor } from '../../../server/src/dashboard/shapes/processors.ts'
import { useMay } from '../api/me.ts'
import { useRead } from '../api/read.ts'
import { kindName } from '../processors/processor-words.ts'
import { Status } from '../ui/badge.tsx'
import { Id } from '../ui/copy.tsx'
import { Facts } from '../ui/facts.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { NextTry, Time } from '../ui/times.tsx'

/** Polled, because no event reports that the processor has applied a change. */
const READ_WHILE_WAITING_MS = 3_000

export type PlaceOutside = NonNullable<CardProcessor['processor']>

/** Undefined while it is loading, and for a card without an outside processor. */
export function useProcessorOf(cardId: string): PlaceOutside | undefined {
  const { data } = useRead<CardProcessor>({
    noun: 'cards',
    path: `/dashboard/cards/${cardId}/processor`,
    everyMs: (latest) => (latest?.processor?.next_try_at ? READ_WHILE_WAITING_MS : undefined),
  })
  return data?.processor ?? undefined
}

export function ProcessorPanel({ place }: { place: PlaceOutside }) {
  const may = useMay()
  const { name, kind, external_id, state_there, seen_at, next_try_at, restriction } = place
  return (
    <Panel title="At the processor" className="max-lg:order-last">
      <div className="grid gap-4">
        <Facts
          of={[
            [
              'Processor',
              <span key="name">
                {may('operate') ? (
                  <Link to="/processors" className="underline underline-offset-2">
                    {name}
                  </Link>
                ) : (
                  name
                )}{' '}
                <span className="text-soft">{kindName(kind)}</span>
              </span>,
            ],
            ['Id at the processor', <Id key="id" of={external_id} what="id at the processor" />],
            ['State at the processor', <Status key="state" of={state_there} />],
            ['Last read', <Time key="seen" at={seen_at} />],
          ]}
        />
        {restriction !== null && (
          <Notice tone="warn">
            The processor itself has frozen this card ({restriction}) and declines its purchases. Only the processor can
            release it.
          </Notice>
        )}
        {next_try_at !== null && (
          <Notice tone="warn">
            The processor has not yet applied the status of this card. The status shown here decides purchases. Next
            attempt: <NextTry at={next_try_at} />.
          </Notice>
        )}
      </div>
    </Panel>
  )
}
