import type { ThreeDsChallenge } from '../api/schemas.ts'
import { money } from '../ui/amounts.tsx'

/** A shop that only stores a card requests no amount. */
export function asksFor({ merchant, amount }: Pick<ThreeDsChallenge, 'merchant' | 'amount'>): string {
  return amount === 0 ? `${merchant} asks to confirm the card` : `${merchant} asks for ${money(amount)}`
}
