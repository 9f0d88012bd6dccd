// The page behind the address that an agent gets when it asks to show a card. The agent gives the address to a person, who
// sees here which card it is and what it is for, and then the number. No program can open it: it needs a person's session.

import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { RevealLink } from '../../../server/src/dashboard/shapes/reveal-links.ts'
import { useMay } from '../api/me.ts'
import { useRead, useRefresh } from '../api/read.ts'
import { DetailsPanel } from '../cards/details-panel.tsx'
import { type Reveal, useReveal } from '../cards/revealed.ts'
import { NotRead } from '../shell/elsewhere.tsx'
import { NotAllowed } from '../shell/not-allowed.tsx'
import { ActorName } from '../spend-requests/actor-name.tsx'
import { Amount } from '../ui/amounts.tsx'
import { CardLink } from '../ui/card-link.tsx'
import { Facts } from '../ui/facts.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Loading } from '../ui/states.tsx'

const TITLE = 'An agent asks you to use a card'
const NOUN = 'reveal-links'
/** A link ends after five minutes, which no event reports. */
const READ_MS = 15_000

export function ShowCard() {
  const { linkId } = useParams({ strict: false }) as { linkId: string }
  const mayReveal = useMay()('reveal')
  const path = `/dashboard/reveal-links/${encodeURIComponent(linkId)}`
  const link = useRead<RevealLink>({ noun: NOUN, path, enabled: mayReveal, everyMs: READ_MS })
  return (
    <Page title={TITLE} lead="Only you see the number; the agent does not. Use it for this purchase and nowhere else.">
      {!mayReveal && <NotAllowed>Your role may not see card numbers.</NotAllowed>}
      {mayReveal && !link.data && (
        <Panel>
          {link.error ? (
            <NotRead problem={link.error} onRetry={() => void link.refetch()} path={path} what="link" isAutomatic />
          ) : (
            <Loading rows={6} />
          )}
        </Panel>
      )}
      {mayReveal && link.data && <OneLink link={link.data} path={path} />}
    </Page>
  )
}

function OneLink({ link, path }: { link: RevealLink; path: string }) {
  const reveal = useReveal(`${path}/open`)
  useReadAgainWhenHidden(reveal)
  const isOver = link.state !== 'open' && reveal.url === undefined
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
      <Panel title="Purchase">
        <Facts of={factsOf(link)} />
        {link.spend_request && (
          <blockquote className="mt-4 rounded-xl bg-sunken px-4 py-3 text-sm break-words whitespace-pre-line">
            {link.spend_request.reason}
          </blockquote>
        )}
      </Panel>
      {isOver ? (
        <Over state={link.state} />
      ) : (
        <DetailsPanel cardId={link.card.id} reveal={reveal} isShownThere={false} />
      )}
    </div>
  )
}

/** Once the number is hidden again, the link is used up, and the page says so. */
function useReadAgainWhenHidden({ url }: Reveal): void {
  const refresh = useRefresh([NOUN])
  const wasShown = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new callback must not run the effect again
  useEffect(() => {
    if (wasShown.current && url === undefined) void refresh()
    wasShown.current = url !== undefined
  }, [url])
}

function Over({ state }: { state: RevealLink['state'] }) {
  return (
    <Panel title="Card number">
      <Notice tone="warn">
        {state === 'used'
          ? 'This link has already shown the card, and a link shows it once. If you still need it, ask the agent for another link, or open the card itself.'
          : 'This link has expired after five minutes. Ask the agent for another one.'}
      </Notice>
    </Panel>
  )
}

function factsOf({ card, requested_by, origin, spend_request: request }: RevealLink): [string, React.ReactNode][] {
  return [
    ['Asked by', <ActorName key="by" id={requested_by} />],
    ['Card', <CardLink key="card" id={card.id} />],
    [
      'To be used at',
      <code className="font-mono text-[13px]" key="at">
        {origin}
      </code>,
    ],
    ...(request
      ? ([
          [
            'Approved for',
            <Link
              key="request"
              to="/spend-requests/$requestId"
              params={{ requestId: request.id }}
              className="font-medium underline underline-offset-2"
            >
              {request.merchant}
            </Link>,
          ],
          ['Amount', <Amount key="amount" of={request.amount} />],
        ] as [string, React.ReactNode][])
      : []),
  ]
}
