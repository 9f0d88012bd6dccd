// The address that software hands to a person who is to decide. It does not say in which environment the request is, so the
// page looks in the other one too.

import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { useEffect } from 'react'
import { chooseEnvironment, type Environment, useEnvironment } from '../api/environment.ts'
import { useRead } from '../api/read.ts'
import { type Problem, raw } from '../api/request.ts'
import type { SpendRequest } from '../api/schemas.ts'
import { CardTransactions } from '../cards/card-transactions.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { Status } from '../ui/badge.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty, Failed, Loading } from '../ui/states.tsx'
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
        {request.error?.status === 404 && <Elsewhere path={path} />}
        {request.error && request.error.status !== 404 && (
          <Failed problem={request.error} onRetry={() => void request.refetch()} />
        )}
      </Panel>
    </Page>
  )
}

function Elsewhere({ path }: { path: string }) {
  const other: Environment = useEnvironment() === 'sandbox' ? 'production' : 'sandbox'
  const found = useQuery<boolean, Problem>({
    queryKey: [other, NOUN, 'elsewhere', path],
    queryFn: async () => (await raw('GET', path, { headers: { 'X-Cardwright-Environment': other } })).ok,
  })
  useEffect(() => {
    if (found.data) chooseEnvironment(other)
  }, [found.data, other])
  if (found.error && found.error.status !== 404)
    return <Failed problem={found.error} onRetry={() => void found.refetch()} />
  if (!found.error) return <Loading rows={8} label="Looking in the other environment" />
  return (
    <Empty icon={<SearchX className="size-5" aria-hidden />} title="No such spend request">
      It is not in the sandbox or production of this account. It may belong to another account.
    </Empty>
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
