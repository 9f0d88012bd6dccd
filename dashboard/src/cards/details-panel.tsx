import { Eye, EyeOff } from 'lucide-react'
import type { CardDetails } from '../api/schemas.ts'
import { Button } from '../ui/button.tsx'
import { Copy } from '../ui/copy.tsx'
import { Panel } from '../ui/panel.tsx'
import type { Reveal } from './revealed.ts'

type Props = { reveal: Reveal; isShownThere: boolean | undefined }

/** The number and what a checkout asks for beside it. */
export function DetailsPanel({ reveal, isShownThere }: Props) {
  const { details, secondsLeft, isAsking, show, hide } = reveal
  if (isShownThere || reveal.isRefusedHere)
    return (
      <Panel title="Card number">
        <p className="text-sm text-soft">
          The number is shown by the processor of this card, on a page of its own: this service never sees it.
        </p>
      </Panel>
    )
  if (!details)
    return (
      <Panel title="Card number">
        <p className="mb-4 text-sm text-soft">
          Number, expiry date and CVV are shown for a minute after you confirm that it is you. Every look is recorded.
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
      <dl className="grid gap-1.5 text-sm">
        {secretsOf(details).map(({ name, text, isCode }) => (
          <div key={name} className="flex min-h-8 items-center gap-3">
            <dt className="w-20 shrink-0 text-soft">{name}</dt>
            <dd className="flex min-w-0 flex-1 items-center gap-3">
              <span className={isCode ? 'min-w-0 flex-1 font-mono tabular' : 'min-w-0 flex-1 break-words'}>{text}</span>
              <Copy text={copied(name, text)} what={name.toLowerCase()} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-[13px] text-soft" role="timer">
        Hidden again in <span className="tabular">{secondsLeft}</span> s, or when you leave this window.
      </p>
    </Panel>
  )
}

type Secret = { name: string; text: string; isCode?: boolean }

function secretsOf({ pan, cvv, exp_month, exp_year, holder_name, billing_address }: CardDetails): Secret[] {
  const { line1, city, state, zip, country } = billing_address
  return [
    { name: 'Number', text: pan.replace(/(.{4})(?=.)/g, '$1 '), isCode: true },
    { name: 'Expiry', text: `${String(exp_month).padStart(2, '0')}/${exp_year % 100}`, isCode: true },
    { name: 'CVV', text: cvv, isCode: true },
    { name: 'Holder', text: holder_name },
    {
      name: 'Address',
      text: [line1, city, [state, zip].filter(Boolean).join(' '), country].filter(Boolean).join(', '),
    },
  ]
}

/** Checkouts take the digits alone. */
function copied(name: string, text: string): string {
  return name === 'Number' ? text.replaceAll(' ', '') : text
}
