import { type Page, useRead } from '../api/read.ts'
import type { ThreeDsChallenge } from '../api/schemas.ts'
import { LiveChallenge } from './live-challenge.tsx'

const SHOWN = 5

/**
 * The open challenges of this card. Usually there are none, and nothing is shown. The 3-D Secure page lists all others.
 */
export function CardChallenges({ cardId }: { cardId: string }) {
  const { data } = useRead<Page<ThreeDsChallenge>>({
    noun: 'challenges',
    path: '/v1/3ds',
    query: { card_id: cardId, status: 'pending', per_page: SHOWN },
  })
  if (!data || data.data.length === 0) return null
  return (
    <section aria-label="Waiting for you" className="grid gap-5 max-lg:order-first">
      {data.data.map((challenge) => (
        <LiveChallenge key={challenge.id} challenge={challenge} />
      ))}
    </section>
  )
}
