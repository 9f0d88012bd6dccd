// The outcome of a purchase as reported by the key or person who requested the money. The report is not verified: only
// the transactions are our own record.

import type { SpendRequest } from '../api/schemas.ts'
import { Badge } from '../ui/badge.tsx'
import { Panel } from '../ui/panel.tsx'
import { ActorName } from './actor-name.tsx'

type Reported = NonNullable<SpendRequest['outcome']>

const outcomes = {
  success: { name: 'Bought', tone: 'good', says: 'The purchase was made.' },
  blocked: { name: 'Blocked', tone: 'bad', says: 'The shop or a check did not let the purchase through.' },
  abandoned: { name: 'Abandoned', tone: 'neutral', says: 'The purchase was abandoned.' },
} as const satisfies Record<Reported, object>

export function OutcomeBadge({ of: outcome }: { of: Reported }) {
  const { name, tone } = outcomes[outcome]
  return <Badge tone={tone}>{name}</Badge>
}

export function Outcome({ request: { outcome, outcome_note, requested_by } }: { request: SpendRequest }) {
  if (outcome === null) return null
  return (
    <Panel title="Outcome">
      <p className="text-sm">{outcomes[outcome].says}</p>
      {outcome_note && <p className="mt-4 text-sm break-words whitespace-pre-line">{outcome_note}</p>}
      <p className="mt-4 text-sm">
        <span className="text-soft">Reported by </span>
        <ActorName id={requested_by} />
      </p>
    </Panel>
  )
}
