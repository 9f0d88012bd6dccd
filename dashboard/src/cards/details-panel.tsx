import { ExternalLink, Eye, EyeOff } from 'lucide-react'
import type { CardHolder } from '../../../server/src/dashboard/shapes/cards.ts'
import { useRead } from '../api/read.ts'
import { Button } from '../ui/button.tsx'
import { Copy } from '../ui/copy.tsx'
import { Panel } from '../ui/panel.tsx'
import { RevealFrame } from './reveal-frame.tsx'
import type { Reveal } from './revealed.ts'

type Props = { cardId: string; reveal: Reveal; isShownThere: boolean | undefined }

/** The card number and the other details that a checkout asks for. */
export function DetailsPanel({ cardId, reveal, isShownThere }: Props) {
  const { url, secondsLeft, isAsking, show, hide, begin } = reveal
  if (url === undefined)
    return (
      <Panel title="Card number">
        <p className="mb-4 text-sm text-soft">
          {isShownThere
            ? 'The processor of this card shows the number on its own page; this service never sees it. Each view is recorded in the audit log.'
            : 'Number, expiry date and CVV are shown for one minute after you confirm your identity. Each view is recorded in the audit log.'}
        </p>
        <Button busy={isAsking} icon={<Eye className="size-4" aria-hidden />} onClick={show}>
          Reveal
        </Button>
      </Panel>
    )
  return (
    <Panel
      title="Card number"
      actions={
        <Button size="small" icon={<EyeOff className="size-3.5" aria-hidden />} onClick={hide}>
          Hide
        </Button>
      }
    >
      {isOwn(url) ? <RevealFrame url={url} onReady={begin} onExpired={hide} /> : <TheirPage url={url} />}
      <Holder cardId={cardId} />
      {secondsLeft !== undefined && (
        <p className="mt-3 text-[13px] text-soft" role="timer">
          Hidden again in <span className="tabular">{secondsLeft}</span> s, or when you leave this window.
        </p>
      )}
    </Panel>
  )
}

function isOwn(url: string): boolean {
  return new URL(url).origin === location.origin
}

/** The processor decides which pages may frame its page, so it opens in a new window. */
function TheirPage({ url }: { url: string }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="mb-3 inline-flex items-center gap-1.5 text-sm font-medium underline underline-offset-2"
    >
      Open the processor's page
      <ExternalLink className="size-3.5" aria-hidden />
    </a>
  )
}

function Holder({ cardId }: { cardId: string }) {
  const { data } = useRead<CardHolder>({ noun: 'cards', path: `/dashboard/cards/${cardId}/holder` })
  if (!data) return null
  return (
    <dl className="grid gap-1.5 text-sm">
      {linesOf(data).map(({ name, text }) => (
        <div key={name} className="flex min-h-8 items-center gap-1.5">
          <dt className="w-15 shrink-0 text-soft">{name}</dt>
          <dd className="flex min-w-0 flex-1 items-center gap-3">
            <span className="min-w-0 flex-1 break-words">{text}</span>
            <Copy text={text} what={name.toLowerCase()} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function linesOf({ holder_name, billing_address }: CardHolder): { name: string; text: string }[] {
  const { line1, city, state, zip, country } = billing_address
  return [
    { name: 'Holder', text: holder_name },
    {
      name: 'Address',
      text: [line1, city, [state, zip].filter(Boolean).join(' '), country].filter(Boolean).join(', '),
    },
  ]
}
