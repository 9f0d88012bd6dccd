import { Link } from '@tanstack/react-router'
import type { Card } from '../../api/schemas.ts'
import type { Outcome } from '../../runs/row-run.ts'
import { OutcomeBadge, type RunRow, RunTable } from '../../runs/run-table.tsx'
import type { Column } from '../../ui/table.tsx'
import type { PlannedCard } from './planned-cards.ts'

export function LinesTable({ cards, outcomes }: { cards: PlannedCard[]; outcomes: readonly Outcome<Card>[] }) {
  return (
    <RunTable
      label="Lines of the file"
      allName="All lines"
      done="Created"
      rows={cards}
      outcomes={outcomes}
      columns={columns}
    />
  )
}

const columns: Column<RunRow<PlannedCard, Card>>[] = [
  { name: 'Line', figures: true, from: 'sm', cell: ({ row }) => row.line },
  { name: 'Result', cell: ({ outcome }) => <OutcomeBadge outcome={outcome} done="Created" /> },
  {
    name: 'Label',
    cell: ({ row }) => (
      <span className="block max-w-[min(32ch,30cqw)] truncate" title={row.given.label}>
        {row.given.label || <span className="text-soft">No label</span>}
      </span>
    ),
  },
  { name: 'BIN', from: 'lg', cell: ({ row }) => <BinOrTemplate card={row} /> },
  { name: 'Amount', figures: true, cell: ({ row }) => row.given.amount },
  { name: 'Details', cell: ({ outcome }) => <Came outcome={outcome} /> },
]

function BinOrTemplate({ card: { given } }: { card: PlannedCard }) {
  if (given.bin_id) return <code className="font-mono text-[13px] break-all">{given.bin_id}</code>
  return (
    <span className="text-[13px] text-soft">{given.template ? `From ${given.template}` : 'From the template'}</span>
  )
}

function Came({ outcome }: { outcome: Outcome<Card> }) {
  if (outcome.state === 'waiting') return null
  if (outcome.state !== 'done')
    return <span className="block text-[13px] text-bad wrap-anywhere">{outcome.message}</span>
  return (
    <Link
      to="/cards/$cardId"
      params={{ cardId: outcome.result.id }}
      className="tabular text-accent-ink underline underline-offset-2"
    >
      •••• {outcome.result.last4}
    </Link>
  )
}
