// The decision hook's answer for this payment.

import type { ReactNode } from 'react'
import type { FullTransaction } from '../api/schemas.ts'
import { fallbackInWords, outcomes } from '../decision-hook/hook-words.ts'
import { duration } from '../developers/durations.ts'
import { Badge } from '../ui/badge.tsx'
import { Id } from '../ui/copy.tsx'
import { Facts } from '../ui/facts.tsx'
import { Panel } from '../ui/panel.tsx'

type Decision = NonNullable<FullTransaction['decision']>

export function DecisionPanel({ decision }: { decision: Decision }) {
  const { name, tone, means } = outcomes[decision.outcome]
  const facts: [string, ReactNode][] = [
    [
      'Outcome',
      <Badge key="outcome" tone={tone}>
        {name}
      </Badge>,
    ],
    ...(decision.fallback === null
      ? []
      : ([['Fallback', fallbackInWords(decision.fallback)]] as [string, ReactNode][])),
    ['Duration', duration(decision.duration_ms)],
    ...Object.entries(decision.metadata ?? {}).map(([key, value]): [string, ReactNode] => [key, String(value)]),
    ['Question id', <Id key="id" of={decision.id} what="the question's id" />],
  ]
  return (
    <Panel title="Decision hook" note={means}>
      <Facts of={facts} />
    </Panel>
  )
}
