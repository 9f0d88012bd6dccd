import { Link } from '@tanstack/react-router'
import { useRead } from '../api/read.ts'
import type { CardSummary } from '../api/schemas.ts'

/** A card by what people call it; by its id while that is being read. */
export function CardLink({ id }: { id: string }) {
  const { data } = useRead<CardSummary>({ noun: 'cards', path: `/v1/cards/${id}` })
  return (
    <Link to={`/cards/${id}`} className="font-medium text-ink underline-offset-2 hover:underline">
      {data ? `${data.label || 'the card'} •••• ${data.last4}` : id}
    </Link>
  )
}
