// A pending request: everything that a person needs for the decision, and two buttons with a keyboard shortcut each.

import { Link } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useMay } from '../api/me.ts'
import { isUnanswered } from '../api/once.ts'
import type { Problem } from '../api/request.ts'
import type { SpendRequest } from '../api/schemas.ts'
import { useTimeLeft } from '../api/time-left.ts'
import { Amount } from '../ui/amounts.tsx'
import { Button } from '../ui/button.tsx'
import { Countdown } from '../ui/countdown.tsx'
import { Facts } from '../ui/facts.tsx'
import { Field, Select } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { ActorName } from './actor-name.tsx'
import { DenyDialog } from './deny-dialog.tsx'
import { MerchantLink } from './merchant-link.tsx'
import { NOUN, useDecide } from './use-requests.ts'
import { asksFor, type Binding, bindings, boundInWords } from './words.ts'

export function PendingRequest({ request }: { request: SpendRequest }) {
  const mayDecide = useMay()('operate')
  const article = useRef<HTMLElement>(null)
  const [isDenying, setDenying] = useState(false)
  const deciding = useDecide(request, () => focusBeside(article.current))
  const [bind, setBind] = useState<Binding>('name')
  const approve = () => deciding.mutate({ verb: 'approve', bind })
  const deny = () => {
    deciding.reset()
    setDenying(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat)
    const act = { a: approve, d: deny }[event.key]
    if (!act || !isPlain || !mayDecide || deciding.isPending) return
    event.preventDefault()
    act()
  }
  return (
    <>
      <article
        ref={article}
        aria-label={asksFor(request)}
        {...(mayDecide && { 'aria-keyshortcuts': 'a d' })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move between requests, and the shortcuts work on the focused one
        tabIndex={0}
        data-request
        onKeyDown={onKeyDown}
        className="flex min-w-0 flex-col gap-4 rounded-panel border border-line bg-surface p-5 shadow-panel animate-rise"
      >
        <Heading request={request} />
        <blockquote className="rounded-xl bg-sunken px-4 py-3 text-sm break-words whitespace-pre-line">
          {request.reason}
        </blockquote>
        <Facts of={factsOf(request)} />
        <p className="text-[13px] text-soft">{boundInWords(request, bind)}</p>
        {mayDecide && <BindChoice bind={bind} onChoose={setBind} />}
        {mayDecide && (
          <div className="mt-auto grid grid-cols-2 gap-3">
            <Button
              size="large"
              disabled={deciding.isPending}
              icon={<X className="size-5" aria-hidden />}
              onClick={deny}
            >
              Deny
              <KeyHint of="D" />
            </Button>
            <Button
              look="primary"
              size="large"
              disabled={deciding.isPending}
              busy={deciding.isPending && deciding.variables.verb === 'approve'}
              icon={<Check className="size-5" aria-hidden />}
              onClick={approve}
            >
              Approve
              <KeyHint of="A" />
            </Button>
          </div>
        )}
        {deciding.error && !isDenying && <Notice tone="bad">{said(deciding.error)}</Notice>}
      </article>
      {/* Outside the article, so text typed in the dialog does not trigger the article's shortcuts. */}
      <DenyDialog request={request} deciding={deciding} open={isDenying} onClose={() => setDenying(false)} />
    </>
  )
}

/** A shop may charge under a name that nobody knows beforehand, such as that of its payment service. */
function BindChoice({ bind, onChoose }: { bind: Binding; onChoose: (bind: Binding) => void }) {
  return (
    <Field label="The card works at">
      <Select
        value={bind}
        onChange={(event) => onChoose(event.target.value as Binding)}
        // The shortcuts of the request are letters, which here choose an option.
        onKeyDown={(event) => event.stopPropagation()}
      >
        {Object.entries(bindings).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function Heading({ request }: { request: SpendRequest }) {
  const { amount, merchant, id } = request
  return (
    <header className="flex items-start justify-between gap-4">
      <div className="grid min-w-0 gap-0.5">
        <h2 className="truncate text-[15px] font-semibold tracking-tight">
          <Link to="/spend-requests/$requestId" params={{ requestId: id }} className="hover:underline">
            {merchant.name}
          </Link>
        </h2>
        <p className="text-2xl font-semibold tracking-tight">
          <Amount of={amount} />
        </p>
      </div>
      <TimeLeft request={request} />
    </header>
  )
}

function TimeLeft({ request: { created_at, expires_at } }: { request: SpendRequest }) {
  return <Countdown {...useTimeLeft({ created_at, expires_at: expires_at ?? created_at }, NOUN)} />
}

function factsOf({ requested_by, merchant }: SpendRequest): [string, React.ReactNode][] {
  return [
    ['Asked by', <ActorName key="by" id={requested_by} />],
    ...(merchant.url
      ? ([['Address', <MerchantLink key="url" url={merchant.url} />]] as [string, React.ReactNode][])
      : []),
    ...(merchant.id
      ? ([
          [
            'Merchant id',
            <code key="id" className="font-mono text-[13px]">
              {merchant.id}
            </code>,
          ],
        ] as [string, React.ReactNode][])
      : []),
  ]
}

/** Hidden on a phone, which has no keyboard. */
function KeyHint({ of }: { of: string }) {
  return (
    <kbd aria-hidden className="rounded border border-current/30 px-1.5 font-sans text-[11px] max-sm:hidden">
      {of}
    </kbd>
  )
}

/** Moves the focus to the next pending request, or else to the previous one, so the shortcuts keep working. */
function focusBeside(article: HTMLElement | null): void {
  const all = [...(article?.parentElement?.querySelectorAll<HTMLElement>('[data-request]') ?? [])]
  const at = all.indexOf(article!)
  ;(all[at + 1] ?? all[at - 1])?.focus()
}

function said(problem: Problem): string {
  return isUnanswered(problem) ? `${problem.message} The request may still be waiting for a decision.` : problem.message
}
