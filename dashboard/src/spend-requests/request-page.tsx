// Software gives this page's address to the person who decides. The address does not name the environment of the
// request, so the page also looks in the other environment.

import { useParams } from '@tanstack/react-router'
import { useRead } from '../api/read.ts'
import type { SpendRequest } from '../api/schemas.ts'
import { CardTransactions } from '../cards/card-transactions.tsx'
import { NotRead } from '../shell/elsewhere.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { Status } from '../ui/badge.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Loading } from '../ui/states.tsx'
import { Outcome } from './outcome.tsx'
import { PendingRequest } from './pending-request.tsx'
import { RequestFacts } from './request-facts.tsx'
import { NOUN } from './use-requests.ts'
import { asksFor } from './words.ts'

export function RequestPage() {
  const { requestId } = useParams({ strict: false }) as { requestId: string }
  const path = `/v1/spend-requests/${encodeURIComponent(requestId)}`
  const request = useRead<SpendRequest>({ noun: NOUN, path })
  if (request.data) return <OneRequest request={request.data} />
  return (
    <Page title="Spend request" above={<BackLink to="/spend-requests" name="Spend requests" />}>
      <Panel>
        {!request.error && <Loading rows={8} />}
        {request.error && (
          <NotRead
            problem={request.error}
            onRetry={() => void request.refetch()}
            path={path}
            what="spend request"
            isAutomatic
          />
        )}
      </Panel>
    </Page>
  )
}

function OneRequest({ request }: { request: SpendRequest }) {
  return (
    <Page
      title={asksFor(request)}
      above={<BackLink to="/spend-requests" name="Spend requests" />}
      lead={<Status of={request.status} />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-5">
          {request.status === 'pending' ? <PendingRequest request={request} /> : <Reason request={request} />}
          <Outcome request={request} />
          {request.card_id && <CardTransactions cardId={request.card_id} />}
        </div>
        <RequestFacts request={request} />
      </div>
    </Page>
  )
}

function Reason({ request: { reason, note } }: { request: SpendRequest }) {
  return (
    <Panel title="Reason">
      <p className="text-sm break-words whitespace-pre-line">{reason}</p>
      {note && (
        <p className="mt-4 text-sm break-words whitespace-pre-line">
          <span className="text-soft">Note of the decision: </span>
          {note}
        </p>
      )}
    </Panel>
  )
}
