import { Link } from '@tanstack/react-router'
import type { CardName } from '../../../server/src/dashboard/shapes/cards.ts'
import { useCardNames } from '../cards/card-names.ts'

/** A card by its label and last four; by its id while they are being read. */
export function CardLink({ id }: { id: string }) {
  const name = useCardNames([id])(id)
  return name ? (
    <NamedCardLink id={id} card={name} />
  ) : (
    <Link to={`/cards/${id}`} className="font-medium text-ink underline-offset-2 hover:underline">
      {id}
    </Link>
  )
}

/** Where the list came with the name. A long label gives way, the four digits never do. */
export function NamedCardLink({ id, card: { label, last4 } }: { id: string; card: CardName }) {
  return (
    <Link
      to={`/cards/${id}`}
      title={label}
      className="inline-flex max-w-full min-w-0 items-baseline gap-1.5 align-bottom text-ink underline-offset-2 hover:underline"
    >
      {label && <span className="max-w-[22ch] truncate font-medium">{label}</span>}
      <span className="tabular text-[13px] whitespace-nowrap text-soft">•••• {last4}</span>
    </Link>
  )
}
