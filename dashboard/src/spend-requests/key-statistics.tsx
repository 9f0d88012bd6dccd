import type { KeyStatistics as Row, SpendStatistics } from '../../../server/src/dashboard/shapes/spend-requests.ts'
import { useRead } from '../api/read.ts'
import { Amount } from '../ui/amounts.tsx'
import { Panel } from '../ui/panel.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { ActorName } from './actor-name.tsx'
import { NOUN } from './use-requests.ts'

const count = (of: number) => <span className="tabular">{of.toLocaleString('en-US')}</span>

const columns: Column<Row>[] = [
  { name: 'Key', cell: ({ id }) => <ActorName id={id} /> },
  { name: 'Asked', figures: true, cell: ({ asked }) => count(asked) },
  { name: 'Approved', figures: true, from: 'sm', cell: ({ approved }) => count(approved) },
  { name: 'Denied', figures: true, from: 'sm', cell: ({ denied }) => count(denied) },
  { name: 'Spent', figures: true, cell: ({ spent }) => <Amount of={spent} /> },
]

/** Shows nothing until a key has made a request. The empty inbox explains how to begin. */
export function KeyStatistics() {
  const reading = useRead<SpendStatistics>({ noun: NOUN, path: '/dashboard/spend-requests/statistics' })
  if (reading.data?.keys.length === 0) return null
  const isCapped = reading.data?.capped
  return (
    <Panel
      flush
      title="By key"
      note={
        isCapped ? 'The newest 10,000 requests of the last 30 days.' : 'The last 30 days. Spent counts settled amounts.'
      }
    >
      <Table
        label="Spend requests by key"
        columns={columns}
        reading={{ ...reading, data: reading.data?.keys }}
        keyOf={({ id }) => id}
        empty={null}
      />
    </Panel>
  )
}
