import { get, Problem, post } from '../api/request.ts'
import type { AuthorizationOutcome, ThreeDsChallenge } from '../api/schemas.ts'
import { type CardEntry, cardOf } from './card-entry.ts'
import { shop } from './products.ts'

export type ShopChallenge = { id: string; expires_at: string }

/**
 * Returns undefined if the issuer does not know the card. The shop then tries the payment, which is declined for the
 * same reason.
 */
export async function askForPasscode(entry: CardEntry, amount: number): Promise<ShopChallenge | undefined> {
  try {
    const { pan } = cardOf(entry)
    return await post<ShopChallenge>('/dashboard/shop/challenges', { pan, merchant: shop.name, amount })
  } catch (error) {
    if (error instanceof Problem && ['card_not_found', 'card_terminated'].includes(error.id)) return undefined
    throw error
  }
}

export function answer(challengeId: string, otp: string): Promise<ThreeDsChallenge> {
  return post(`/v1/sandbox/3ds/${challengeId}/verify`, { otp })
}

export async function isOpen(challengeId: string): Promise<boolean> {
  const { status } = await get<ThreeDsChallenge>(`/v1/3ds/${challengeId}`)
  return status === 'pending'
}

export function pay(entry: CardEntry, amount: number, challengeId?: string): Promise<AuthorizationOutcome> {
  return post('/v1/sandbox/authorizations', {
    ...cardOf(entry),
    amount,
    merchant: shop,
    ...(challengeId !== undefined && { three_ds_challenge_id: challengeId }),
  })
}
