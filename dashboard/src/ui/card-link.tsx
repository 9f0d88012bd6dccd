import { Link } from '@tanstack/react-router'
import type { CardName } from '../../../server/src/dashboard/shapes/cards.ts'
import { useCardNames } from '../cards/card-names.ts'
import { classes } from './classes.ts'

/** Links to a card by its label and last four digits, or by its id while they are loading. */
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

type Named = { id: string; card: CardName; isStacked?: boolean }

/**
 * For lists that already contain the card's name. A long label is truncated, the four digits never are. `isStacked` is
 * for narrow tables.
 */
export function NamedCardLink({ id, card: { label, last4 }, isStacked = false }: Named) {
  return (
    <Link
      to={`/cards/${id}`}
      title={label}
      className={classes(
        'inline-flex max-w-full min-w-0 align-bottom text-ink underline-offset-2 hover:underline',
        isStacked ? 'flex-col' : 'items-baseline gap-1.5',
      )}
    >
      {label && (
        <span className={classes('truncate font-medium', isStacked ? 'max-w-[16ch]' : 'max-w-[22ch]')}>{label}</span>
      )}
      <span className="tabular text-[13px] whitespace-nowrap text-soft">•••• {last4}</span>
    </Link>
  )
}
