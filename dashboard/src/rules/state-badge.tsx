import { Badge, type Tone } from '../ui/badge.tsx'
import { type State, stateNames } from './rule-in-words.ts'

const tones: Record<State, Tone> = { shadow: 'accent', active: 'good', off: 'neutral' }

export function StateBadge({ of }: { of: State }) {
  return <Badge tone={tones[of]}>{stateNames[of]}</Badge>
}

export function cardsInWords(cardIds: string[] | null): string {
  if (cardIds === null) return 'All'
  return cardIds.length === 1 ? '1 card' : `${cardIds.length} cards`
}
