import { ShieldCheck } from 'lucide-react'
import { useMay } from '../api/me.ts'
import { type Page as Listing, useRead } from '../api/read.ts'
import type { ThreeDsChallenge } from '../api/schemas.ts'
import { NotAllowed } from '../shell/not-allowed.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty, Failed, Loading } from '../ui/states.tsx'
import { LiveChallenge } from './live-challenge.tsx'
import { PastChallenges } from './past-challenges.tsx'

export function Challenges() {
  const may = useMay()
  return (
    <Page title="3-D Secure" lead="Confirm online payments here, with a passcode or by approving the payment.">
      {may('reveal') ? (
        <>
          <Waiting />
          <PastChallenges />
        </>
      ) : (
        <NotAllowed>Your role cannot see passcodes.</NotAllowed>
      )}
    </Page>
  )
}

function Waiting() {
  const { data, error, refetch } = useRead<Listing<ThreeDsChallenge>>({
    noun: 'challenges',
    path: '/v1/3ds',
    query: { status: 'pending', per_page: 50 },
  })
  if (error && !data) return <Failed problem={error} onRetry={refetch} />
  if (!data)
    return (
      <Panel title="Waiting for you">
        <Loading rows={3} />
      </Panel>
    )
  if (data.data.length === 0) return <NoneWaiting />
  return (
    <section aria-label="Waiting for you" className="grid gap-5 lg:grid-cols-2">
      {data.data.map((challenge) => (
        <LiveChallenge key={challenge.id} challenge={challenge} />
      ))}
    </section>
  )
}

function NoneWaiting() {
  return (
    <Panel>
      <Empty icon={<ShieldCheck className="size-5" aria-hidden />} title="No merchant is asking right now">
        Keep this page open while you pay. A challenge appears here with a six-digit passcode to enter at checkout, or
        with buttons to approve or decline the payment.
      </Empty>
    </Panel>
  )
}
