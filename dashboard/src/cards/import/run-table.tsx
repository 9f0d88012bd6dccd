import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Choices } from '../../ui/choices.tsx'
import { Empty } from '../../ui/states.tsx'
import { type Column, Pager, Table } from '../../ui/table.tsx'
import type { Outcome } from './card-run.ts'
import type { PlannedCard } from './planned-cards.ts'

const PER_PAGE = 50

type Row = { card: PlannedCard; outcome: Outcome }
type Shown = 'all' | 'problems' | 'created'

const states: Record<Outcome['state'], { tone: Tone; text: string }> = {
  waiting: { tone: 'neutral', text: 'Ready' },
  created: { tone: 'good', text: 'Created' },
  failed: { tone: 'bad', text: 'Failed' },
  invalid: { tone: 'warn', text: 'Skipped' },
}

export function RunTable({ cards, outcomes }: { cards: PlannedCard[]; outcomes: Outcome[] }) {
  const [shown, setShown] = useState<Shown>('all')
  const [page, setPage] = useState(1)
  const rows = cards
    .map((card, index): Row => ({ card, outcome: outcomes[index]! }))
    .filter(({ outcome }) => isShown(shown, outcome))
  const last = Math.max(1, Math.ceil(rows.length / PER_PAGE))
  const current = Math.min(page, last)
  return (
    <>
      <div className="px-5 py-4">
        <Choices
          label="Lines"
          value={shown}
          options={[
            { value: 'all', name: 'All lines' },
            { value: 'problems', name: 'With a problem' },
            { value: 'created', name: 'Created' },
          ]}
          onChoose={setShown}
        />
      </div>
      <div className="border-t border-line">
        <Table
          label="Lines of the file"
          columns={columns}
          reading={{
            data: rows.slice((current - 1) * PER_PAGE, current * PER_PAGE),
            error: null,
            isFetching: false,
            refetch: () => undefined,
          }}
          keyOf={({ card }) => String(card.line)}
          empty={<Empty title="No matching lines" />}
        />
      </div>
      <Pager page={current} perPage={PER_PAGE} total={rows.length} onPage={setPage} />
    </>
  )
}

function isShown(shown: Shown, { state }: Outcome): boolean {
  if (shown === 'all') return true
  return shown === 'created' ? state === 'created' : state === 'failed' || state === 'invalid'
}

const columns: Column<Row>[] = [
  { name: 'Line', figures: true, from: 'sm', cell: ({ card }) => card.line },
  {
    name: 'Result',
    cell: ({ outcome }) => <Badge tone={states[outcome.state].tone}>{states[outcome.state].text}</Badge>,
  },
  {
    name: 'Label',
    cell: ({ card }) => (
      <span className="block max-w-[min(32ch,30cqw)] truncate" title={card.given.label}>
        {card.given.label || <span className="text-soft">No label</span>}
      </span>
    ),
  },
  { name: 'BIN', from: 'lg', cell: ({ card }) => <BinOrTemplate card={card} /> },
  { name: 'Amount', figures: true, cell: ({ card }) => card.given.amount },
  { name: 'Details', cell: ({ outcome }) => <Came outcome={outcome} /> },
]

function BinOrTemplate({ card: { given } }: { card: PlannedCard }) {
  if (given.bin_id) return <code className="font-mono text-[13px] break-all">{given.bin_id}</code>
  return <span className="text-[13px] text-soft">{given.template ? `As in ${given.template}` : "The template's"}</span>
}

function Came({ outcome }: { outcome: Outcome }) {
  if (outcome.state === 'waiting') return null
  if (outcome.state !== 'created')
    return <span className="block text-[13px] text-bad wrap-anywhere">{outcome.message}</span>
  return (
    <Link
      to="/cards/$cardId"
      params={{ cardId: outcome.card.id }}
      className="tabular text-accent-ink underline underline-offset-2"
    >
      •••• {outcome.card.last4}
    </Link>
  )
}
