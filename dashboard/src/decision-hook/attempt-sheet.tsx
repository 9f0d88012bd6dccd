import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DecisionAttempt } from '../api/schemas.ts'
import { duration } from '../developers/durations.ts'
import { Amount } from '../ui/amounts.tsx'
import { Badge } from '../ui/badge.tsx'
import { CardLink } from '../ui/card-link.tsx'
import { Code } from '../ui/code.tsx'
import { Id } from '../ui/copy.tsx'
import { Sheet } from '../ui/dialog.tsx'
import { Facts } from '../ui/facts.tsx'
import { ExactTime } from '../ui/times.tsx'
import { fallbackInWords, outcomes } from './hook-words.ts'

type Props = { attempt: DecisionAttempt | undefined; onClose: () => void }

export function AttemptSheet({ attempt, onClose }: Props) {
  return (
    <Sheet
      open={attempt !== undefined}
      onClose={onClose}
      title={attempt?.test ? 'Test' : 'Attempt'}
      description={attempt?.test ? 'A test request with an invented card and payment.' : undefined}
    >
      {attempt && <OneAttempt attempt={attempt} />}
    </Sheet>
  )
}

function OneAttempt({ attempt }: { attempt: DecisionAttempt }) {
  const { name, tone, means } = outcomes[attempt.outcome]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <p className="flex flex-wrap items-center gap-2.5 text-sm">
        <Badge tone={tone}>{name}</Badge>
        {means}
      </p>
      <Facts of={factsOf(attempt)} />
      <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <h3 className="text-[13px] font-semibold">Response</h3>
        <p className="text-sm">
          {attempt.response_status === null ? 'No response.' : `Status ${attempt.response_status}`}
        </p>
        {attempt.error && <p className="text-sm break-words">{attempt.error}</p>}
        {attempt.response_body ? <Code text={attempt.response_body} what="the answer" /> : null}
      </section>
    </div>
  )
}

function factsOf(attempt: DecisionAttempt): [string, ReactNode][] {
  const { card_id, authorization_id } = attempt
  return [
    ['Merchant', attempt.merchant],
    ['Amount', <Amount key="amount" of={attempt.amount} />],
    ...(card_id === null ? [] : ([['Card', <CardLink key="card" id={card_id} />]] as [string, ReactNode][])),
    ...(authorization_id === null
      ? []
      : ([['Increases', <ToAuthorization key="more" id={authorization_id} />]] as [string, ReactNode][])),
    ['Fallback', fallbackInWords(attempt.fallback)],
    ['Duration', duration(attempt.duration_ms)],
    ['Asked', <ExactTime key="asked" at={attempt.created_at} />],
    ['Question id', <Id key="decision" of={attempt.decision_id} what="the question's id" />],
  ]
}

function ToAuthorization({ id }: { id: string }) {
  return (
    <Link
      to="/transactions/$transactionId"
      params={{ transactionId: id }}
      className="text-accent-ink underline underline-offset-2"
    >
      An earlier authorization
    </Link>
  )
}
