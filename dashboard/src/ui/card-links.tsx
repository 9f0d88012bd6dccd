import { CardLink } from './card-link.tsx'

const MOST_CARDS = 5

/** The cards that something is meant for; null for all. */
export function CardLinks({ ids }: { ids: string[] | null }) {
  if (ids === null) return 'All'
  return (
    <ul className="grid gap-1">
      {ids.slice(0, MOST_CARDS).map((id) => (
        <li key={id} className="truncate">
          <CardLink id={id} />
        </li>
      ))}
      {ids.length > MOST_CARDS && <li className="text-soft">and {ids.length - MOST_CARDS} more</li>}
    </ul>
  )
}
