import { Link } from '@tanstack/react-router'
import { ArrowRight, CircleCheck, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWorkspaceNow } from '../api/clock.ts'
import type { AuthorizationOutcome, FullTransaction, Transaction } from '../api/schemas.ts'
import { declineInWords } from '../controls/decline-in-words.ts'
import { money } from '../ui/amounts.tsx'
import { words } from '../ui/badge.tsx'
import { classes } from '../ui/classes.ts'
import { declineWords } from '../ui/declines.ts'
import { conversionText, type Foreign } from '../ui/foreign.tsx'

const READ_AGAIN_MS = 30_000

type Props = { isGood: boolean; title: string; children?: ReactNode; links?: { to: string; name: string }[] }

export function Outcome({ isGood, title, children, links = [] }: Props) {
  const Icon = isGood ? CircleCheck : CircleX
  return (
    <div
      className={classes(
        'grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 rounded-xl border px-4 py-3 text-sm animate-rise',
        isGood ? 'border-good/40 bg-good-soft' : 'border-bad/40 bg-bad-soft',
      )}
    >
      <Icon className={classes('mt-0.5 size-4', isGood ? 'text-good' : 'text-bad')} aria-hidden />
      <p className="font-semibold">{title}</p>
      <div className="col-start-2 grid gap-1">
        {children}
        <p className="flex flex-wrap gap-x-4 gap-y-1 empty:hidden">
          {links.map(({ to, name }) => (
            <Link
              key={to}
              to={to}
              className="inline-flex items-center gap-1 font-medium underline-offset-2 hover:underline"
            >
              {name} <ArrowRight className="size-3.5" aria-hidden />
            </Link>
          ))}
        </p>
      </div>
    </div>
  )
}

export function AuthorizationResult({ outcome }: { outcome: AuthorizationOutcome }) {
  const { approved, decline_reason, transaction, requested_amount } = outcome
  const links = transaction ? linksOf(transaction) : []
  if (!approved)
    return (
      <Outcome isGood={false} title={`Declined: ${declineWords(decline_reason!)}`} links={links}>
        {transaction && <ForeignLine of={transaction} />}
        {transaction && <Numbers of={transaction} />}
        <Reason of={decline_reason!} />
      </Outcome>
    )
  const isPart = requested_amount !== undefined && requested_amount !== -transaction!.amount
  return (
    <Outcome
      isGood
      title={isPart ? `Approved in part: ${money(-transaction!.amount)}` : `Approved: ${money(-transaction!.amount)}`}
      links={links}
    >
      <ForeignLine of={transaction!} />
      <p className="text-soft">
        {isPart && `Of ${money(requested_amount)} asked for. `}
        {money(transaction!.balance_after)} left on the card.
      </p>
    </Outcome>
  )
}

export function TransactionResult({ transaction }: { transaction: Transaction | FullTransaction }) {
  return (
    <Outcome
      isGood
      title={`${words(transaction.type)}: ${money(Math.abs(transaction.amount))}`}
      links={linksOf(transaction)}
    >
      <ForeignLine of={transaction} />
      <p className="text-soft">{money(transaction.balance_after)} on the card after it.</p>
    </Outcome>
  )
}

function ForeignLine({ of }: { of: Foreign }) {
  const text = conversionText(of)
  return text ? <p className="text-soft">{text}.</p> : null
}

function Numbers({ of }: { of: Transaction | FullTransaction }) {
  const text = declineInWords(of, useWorkspaceNow(READ_AGAIN_MS, true))
  return text ? <p>{text}</p> : null
}

function Reason({ of }: { of: string }) {
  return (
    <p className="text-soft">
      Your software reads <code className="font-mono text-[13px]">{of}</code>.
    </p>
  )
}

export function linksOf({ id, card_id }: { id: string; card_id: string }) {
  return [
    { to: `/transactions/${id}`, name: 'Transaction' },
    { to: `/cards/${card_id}`, name: 'Card' },
  ]
}
