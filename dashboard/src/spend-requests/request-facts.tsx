import type { ReactNode } from 'react'
import type { SpendRequest } from '../api/schemas.ts'
import { CardLink } from '../ui/card-link.tsx'
import { Id } from '../ui/copy.tsx'
import { Facts } from '../ui/facts.tsx'
import { Panel } from '../ui/panel.tsx'
import { WorkspaceTime } from '../ui/times.tsx'
import { ActorName } from './actor-name.tsx'
import { MerchantLink } from './merchant-link.tsx'
import { OutcomeBadge } from './outcome.tsx'
import { durationInWords } from './words.ts'

type Fact = [string, ReactNode]

export function RequestFacts({ request }: { request: SpendRequest }) {
  return (
    <div className="grid min-w-0 gap-5">
      <Panel title="Request">
        <Facts of={factsOf(request)} />
      </Panel>
      <Panel title="Merchant">
        <Facts of={merchantOf(request)} />
      </Panel>
    </div>
  )
}

function factsOf(request: SpendRequest): Fact[] {
  const { id, requested_by, created_at, valid_for, card_id, decided_at, ended_at, outcome } = request
  return [
    ['Asked by', <ActorName key="by" id={requested_by} />],
    ['Asked', <WorkspaceTime key="at" at={created_at} />],
    ...(decided_at ? ([['Decided', <WorkspaceTime key="decided" at={decided_at} />]] as Fact[]) : []),
    ...(decided_at ? ([['Decided by', <DecidedBy key="who" request={request} />]] as Fact[]) : []),
    ['Card valid for', durationInWords(valid_for)],
    ...(card_id ? ([['Card', <CardLink key="card" id={card_id} />]] as Fact[]) : []),
    ...(ended_at ? ([['Ended', <WorkspaceTime key="ended" at={ended_at} />]] as Fact[]) : []),
    ...(outcome ? ([['Outcome', <OutcomeBadge key="outcome" of={outcome} />]] as Fact[]) : []),
    ['Request id', <Id key="id" of={id} what="request id" />],
  ]
}

function DecidedBy({ request: { decided_by } }: { request: SpendRequest }) {
  return decided_by === null ? <>The policy of the key</> : <ActorName id={decided_by} />
}

function merchantOf({ merchant }: SpendRequest): Fact[] {
  return [
    ['Name', merchant.name],
    ...(merchant.url ? ([['Address', <MerchantLink key="url" url={merchant.url} />]] as Fact[]) : []),
    ...(merchant.id ? ([['Merchant id', <Id key="id" of={merchant.id} what="merchant id" />]] as Fact[]) : []),
  ]
}
