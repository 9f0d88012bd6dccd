import { Cable } from 'lucide-react'
import type { ProcessorReports } from '../../../server/src/dashboard/shapes/processors.ts'
import { useEnvironment } from '../api/environment.ts'
import { useMay } from '../api/me.ts'
import { useRead } from '../api/read.ts'
import { NotAllowed } from '../shell/not-allowed.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty, Failed, Loading } from '../ui/states.tsx'
import { OneProcessor } from './one-processor.tsx'

/** Polled, because no event reports the state of a processor. */
const READ_EVERY_MS = 10_000

export function Processors() {
  const may = useMay()
  return (
    <Page
      title="Processors"
      lead="The companies that connect cards to the card networks, and whether their data matches ours."
    >
      {may('operate') ? <All /> : <NotAllowed>Only people who can manage cards can see this page.</NotAllowed>}
    </Page>
  )
}

function All() {
  const { data, error, refetch } = useRead<ProcessorReports>({
    noun: 'processors',
    path: '/dashboard/processors',
    everyMs: READ_EVERY_MS,
  })
  if (!data)
    return <Panel>{error ? <Failed problem={error} onRetry={() => void refetch()} /> : <Loading rows={8} />}</Panel>
  if (data.data.length === 0) return <NoProcessor />
  return data.data.map((report) => <OneProcessor key={report.name} report={report} />)
}

function NoProcessor() {
  const isSandbox = useEnvironment() === 'sandbox'
  return (
    <Panel>
      <Empty
        icon={<Cable className="size-5" aria-hidden />}
        title={isSandbox ? 'The sandbox needs no processor' : 'No processor is connected'}
      >
        A processor is a company, such as Lithic, Stripe Issuing or Increase, that issues cards on the card networks.
        When a card is used, it asks this service whether the card may spend.{' '}
        {isSandbox
          ? 'In the sandbox a simulator does this. The test account of a processor can be connected as well.'
          : 'Until the operator of this service connects one, no live card can be created.'}{' '}
        Guides: <Guide to="lithic">Lithic</Guide>, <Guide to="stripe">Stripe Issuing</Guide>,{' '}
        <Guide to="increase">Increase</Guide>.
      </Empty>
    </Panel>
  )
}

function Guide({ to, children }: { to: string; children: string }) {
  return (
    <a href={`/docs/guides/processors/${to}`} className="underline underline-offset-2 hover:text-ink">
      {children}
    </a>
  )
}
