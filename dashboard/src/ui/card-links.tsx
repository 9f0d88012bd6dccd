import { CardLink } from './card-link.tsx'

const MAX_CARDS = 5

/** The cards that something applies to. Null means all cards. */
export function CardLinks({ ids }: { ids: string[] | null }) {
  if (ids === null) return 'All'
  return (
    <ul className="grid gap-1">
      {ids.slice(0, MAX_CARDS).map((id) => (
        <li key={id} className="truncate">
          <CardLink id={id} />
        </li>
      ))}
      {ids.length > MAX_CARDS && <li className="text-soft">and {ids.length - MAX_CARDS} more</li>}
    </ul>
  )
}
