import type { ReactNode } from 'react'
import type { FullTransaction } from '../api/schemas.ts'
import { Id } from '../ui/copy.tsx'
import { Facts } from '../ui/facts.tsx'
import { Panel } from '../ui/panel.tsx'

const sources: Record<NonNullable<FullTransaction['source']>, string> = {
  stand_in: 'The network or the processor',
}

/** The references of the processor and the network. A sandbox transaction has none, so the panel is hidden there. */
export function NetworkPanel({ of }: { of: FullTransaction }) {
  const { processor, network_transaction_id, auth_code, arn, source } = of
  const rows: [string, ReactNode][] = [
    ['Processor', processor],
    ['Approved by', source && sources[source]],
    ['Approval code', auth_code && <Id key="code" of={auth_code} what="approval code" />],
    [
      'Network id',
      network_transaction_id && <Id key="network" of={network_transaction_id} what="network transaction id" />,
    ],
    ['ARN', arn && <Id key="arn" of={arn} what="acquirer reference number" />],
  ]
  const known = rows.filter(([, value]) => value !== null)
  if (known.length === 0) return null
  return (
    <Panel title="Network">
      <Facts of={known} />
    </Panel>
  )
}
