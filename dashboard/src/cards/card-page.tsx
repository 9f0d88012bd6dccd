import { useParams } from '@tanstack/react-router'
import { useMay } from '../api/me.ts'
import { useRead } from '../api/read.ts'
import type { CardSummary } from '../api/schemas.ts'
import { NotRead } from '../shell/elsewhere.tsx'
import { RequestLink } from '../spend-requests/request-link.tsx'
import { CardChallenges } from '../three-ds/card-challenges.tsx'
import { Amount } from '../ui/amounts.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { Status } from '../ui/badge.tsx'
import { CardLink } from '../ui/card-link.tsx'
import { Id } from '../ui/copy.tsx'
import { Facts } from '../ui/facts.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Loading } from '../ui/states.tsx'
import { WorkspaceTime } from '../ui/times.tsx'
import { binName, useBins } from './bin-words.ts'
import { cardName } from './card-actions.ts'
import { CardButtons } from './card-buttons.tsx'
import { CardFace } from './card-face.tsx'
import { CardHistoryPanel } from './card-history-panel.tsx'
import { CardOwner } from './card-owner.tsx'
import { CardTransactions } from './card-transactions.tsx'
import { DetailsPanel } from './details-panel.tsx'
import { LimitsPanel, useCardSettings } from './limits-panel.tsx'
import { MetadataPanel } from './metadata-panel.tsx'
import { ProcessorPanel, useProcessorOf } from './processor-panel.tsx'
import { useReveal } from './revealed.ts'

const expiryMonth = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export function CardPage() {
  const { cardId } = useParams({ strict: false }) as { cardId: string }
  const path = `/v1/cards/${encodeURIComponent(cardId)}`
  const card = useRead<CardSummary>({ noun: 'cards', path })
  if (card.data) return <OneCard key={cardId} card={card.data} />
  return (
    <Page title="Card" above={<BackLink to="/cards" name="Cards" />}>
      <Panel>
        {card.error ? (
          <NotRead problem={card.error} onRetry={() => void card.refetch()} path={path} what="card" />
        ) : (
          <Loading rows={8} />
        )}
      </Panel>
    </Page>
  )
}

function OneCard({ card }: { card: CardSummary }) {
  const may = useMay()
  const bin = useBins().data?.data.find(({ id }) => id === card.bin_id)
  const reveal = useReveal(`/v1/cards/${card.id}/reveal-sessions`)
  const place = useProcessorOf(card.id)
  const requestId = useCardSettings(card.id).data?.spend_request_id
  const isTerminated = card.status === 'terminated'
  const mayChange = may('operate') && !isTerminated
  return (
    <Page
      title={cardName(card)}
      above={<BackLink to="/cards" name="Cards" />}
      lead={
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <Status of={card.status} />
          <span className="tabular">•••• {card.last4}</span>
        </span>
      }
      actions={may('operate') && <CardButtons card={card} />}
    >
      {/* On a phone the two columns become one, with the least needed panels last. */}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5 max-lg:contents">
          <CardFace
            network={card.network}
            kind={bin?.type}
            status={card.status}
            label={card.label}
            last4={card.last4}
            expires={monthAndYear(card.expires_at)}
          />
          {may('reveal') && <DetailsPanel cardId={card.id} reveal={reveal} isShownThere={place?.shows_number} />}
          <Panel title="About" className="max-lg:order-last">
            <Facts
              of={[
                ['Card id', <Id key="id" of={card.id} what="card id" />],
                ['BIN', bin ? binName(bin) : card.bin_id],
                ['Created', <WorkspaceTime key="created" at={card.created_at} />],
                ['Expires', expiryMonth.format(new Date(card.expires_at))],
                ['Last used', card.last_used_at ? <WorkspaceTime key="used" at={card.last_used_at} /> : 'Never'],
                ['Owner', <CardOwner key="owner" cardId={card.id} mayChange={may('operate')} />],
                ...linksOf(card),
                ...requestOf(requestId),
              ]}
            />
          </Panel>
          {place && <ProcessorPanel place={place} />}
        </div>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5 max-lg:contents">
          {isTerminated && <EndNotice card={card} />}
          {may('reveal') && <CardChallenges cardId={card.id} />}
          <Balances card={card} />
          <LimitsPanel card={card} mayChange={mayChange} />
          <CardTransactions cardId={card.id} />
          <MetadataPanel card={card} mayChange={mayChange} />
          <CardHistoryPanel cardId={card.id} />
        </div>
      </div>
    </Page>
  )
}

/** Links to the card that this one replaces, and to the card that replaces it. */
function linksOf({ replaces, replaced_by }: CardSummary): [string, React.ReactNode][] {
  return [
    ...(replaces === null
      ? []
      : [['Replaces', <CardLink key="replaces" id={replaces} />] as [string, React.ReactNode]]),
    ...(replaced_by === null
      ? []
      : [['Replaced by', <CardLink key="replaced" id={replaced_by} />] as [string, React.ReactNode]]),
  ]
}

/** The spend request that the card was made for. */
function requestOf(requestId: string | null | undefined): [string, React.ReactNode][] {
  return requestId ? [['Created for', <RequestLink key="request" id={requestId} />]] : []
}

function EndNotice({ card: { replaced_by } }: { card: CardSummary }) {
  if (replaced_by === null)
    return (
      <Notice>
        This card is terminated. Its balance was returned to the wallet. Amounts that merchants still hold follow when
        they are settled or released.
      </Notice>
    )
  return (
    <Notice>
      This card was replaced by{' '}
      <span className="[&_a]:underline">
        <CardLink id={replaced_by} />
      </span>
      . What was on it moved there; what merchants still hold stays here, and what is left of it goes to the wallet.
    </Notice>
  )
}

function Balances({ card }: { card: CardSummary }) {
  return (
    <section
      aria-label="Balances"
      className="grid grid-cols-2 gap-px overflow-hidden rounded-panel border border-line bg-line shadow-panel sm:max-lg:grid-cols-4 xl:grid-cols-4"
    >
      <Figure name="Balance" note={card.balance < 0 ? 'Owed. Funding covers this first.' : 'Can be spent'}>
        <Amount of={card.balance} />
      </Figure>
      <Figure name="Held" note="Reserved by merchants">
        <Amount of={card.held} />
      </Figure>
      <Figure name="Spent" note="All time, settled minus refunds">
        <Amount of={card.total_spent} />
      </Figure>
      <Figure name="Transactions" note="Including declines">
        <span className="tabular">{card.transaction_count.toLocaleString('en-US')}</span>
      </Figure>
    </section>
  )
}

function Figure({ name, note, children }: { name: string; note: string; children: React.ReactNode }) {
  return (
    <div className="grid content-start gap-0.5 bg-surface px-5 py-4">
      <span className="text-[13px] text-soft">{name}</span>
      <span className="text-xl font-semibold tracking-tight">{children}</span>
      <span className="text-xs text-soft">{note}</span>
    </div>
  )
}

/** The expiry date in the format printed on cards: "09/28". */
function monthAndYear(at: string): string {
  const date = new Date(at)
  return `${String(date.getUTCMonth() + 1).padStart(2, '0')}/${String(date.getUTCFullYear() % 100).padStart(2, '0')}`
}
