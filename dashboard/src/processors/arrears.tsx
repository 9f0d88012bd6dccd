// Open work between this service and a processor: deferred messages, cards whose state differs, and creations without an
// answer. Each list is shown only while it has rows.

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type {
  DeferredMessage,
  OpenCreation,
  ProcessorReport,
  WaitingCard,
} from '../../../server/src/dashboard/shapes/processors.ts'
import { cardName } from '../cards/card-actions.ts'
import { Amount } from '../ui/amounts.tsx'
import { Status } from '../ui/badge.tsx'
import { CardLink } from '../ui/card-link.tsx'
import { Panel } from '../ui/panel.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { NextTry, Time, WorkspaceTime } from '../ui/times.tsx'
import { reasonInWords } from './processor-words.ts'

type Props = { report: ProcessorReport }

export function DeferredMessages({ report: { deferred, deferred_more } }: Props) {
  return (
    <List
      title="Deferred messages"
      note="Signed by the processor but not booked yet. Message contents are not shown here."
      columns={deferredColumns}
      rows={deferred}
      isMore={deferred_more}
      keyOf={({ id }) => id}
    />
  )
}

const deferredColumns: Column<DeferredMessage>[] = [
  { name: 'Received', isTime: true, cell: ({ received_at }) => <Time at={received_at} /> },
  { name: 'Reason', cell: ({ reason }) => <span className="block min-w-56">{reasonInWords(reason)}</span> },
  {
    name: 'Card',
    cell: ({ card_id }) =>
      card_id === null ? <span className="text-soft">Not known</span> : <CardLink id={card_id} />,
  },
  { name: 'Next try', isTime: true, from: 'md', cell: ({ next_try_at }) => <NextTry at={next_try_at} /> },
]

export function WaitingCards({ report: { waiting_cards, waiting_cards_more } }: Props) {
  return (
    <List
      title="Cards whose state differs"
      note="The status here decides every purchase. It is sent to the processor until both agree."
      columns={waitingColumns}
      rows={waiting_cards}
      isMore={waiting_cards_more}
      keyOf={({ card_id }) => card_id}
    />
  )
}

const waitingColumns: Column<WaitingCard>[] = [
  {
    name: 'Card',
    cell: (card) => (
      <Link to={`/cards/${card.card_id}`} className="font-medium text-ink underline-offset-2 hover:underline">
        {cardName(card)}
      </Link>
    ),
  },
  { name: 'Here', cell: ({ state }) => <Status of={state} /> },
  { name: 'There', cell: ({ state_there }) => <Status of={state_there} /> },
  { name: 'Seen there', isTime: true, from: 'md', cell: ({ seen_at }) => <Time at={seen_at} /> },
  { name: 'Next update', isTime: true, cell: ({ next_try_at }) => <NextTry at={next_try_at} /> },
  { name: 'Attempts', from: 'md', figures: true, cell: ({ attempts }) => attempts },
]

export function Creations({ report: { creations, creations_more } }: Props) {
  return (
    <List
      title="Creations without an answer"
      note="The money has left the wallet. The processor is asked again until the card is created or the money is returned."
      columns={creationColumns}
      rows={creations}
      isMore={creations_more}
      keyOf={({ card_id }) => card_id}
    />
  )
}

const creationColumns: Column<OpenCreation>[] = [
  { name: 'Label', cell: ({ label }) => label || <span className="text-soft">None</span> },
  { name: 'Amount', figures: true, cell: ({ amount }) => <Amount of={amount} /> },
  { name: 'Started', isTime: true, cell: ({ created_at }) => <WorkspaceTime at={created_at} /> },
  { name: 'Next try', isTime: true, cell: ({ next_try_at }) => <NextTry at={next_try_at} /> },
  { name: 'Attempts', from: 'md', figures: true, cell: ({ attempts }) => attempts },
]

type ListProps<Row> = {
  title: string
  note: ReactNode
  columns: Column<Row>[]
  rows: Row[]
  isMore: boolean
  keyOf: (row: Row) => string
}

function List<Row>({ title, note, columns, rows, isMore, keyOf }: ListProps<Row>) {
  if (rows.length === 0) return null
  return (
    <Panel flush title={title} note={note}>
      <Table
        label={title}
        columns={columns}
        reading={{ data: rows, error: null, isFetching: false, refetch: () => undefined }}
        keyOf={keyOf}
        empty={null}
      />
      {isMore && (
        <p className="border-t border-line px-5 py-3 text-[13px] text-soft">
          There are more; the first {rows.length} are shown.
        </p>
      )}
    </Panel>
  )
}
