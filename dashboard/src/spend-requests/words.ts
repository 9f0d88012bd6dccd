import type { SpendRequest } from '../api/schemas.ts'
import { money } from '../ui/amounts.tsx'

export function asksFor({ amount, merchant }: Pick<SpendRequest, 'amount' | 'merchant'>): string {
  return `${money(amount)} at ${merchant.name}`
}

export type Binding = 'name' | 'first_merchant'

export const bindings: Record<Binding, string> = {
  name: 'Only the merchant of the request',
  first_merchant: 'The first merchant that charges it',
}

/** Describes what the card can do once the request is approved. */
export function boundInWords({ amount, merchant, valid_for }: SpendRequest, bind: Binding): string {
  const named =
    merchant.id === null
      ? `at a merchant whose name contains “${merchant.name}”`
      : `at the merchant with the id ${merchant.id}, whatever its name`
  const where = bind === 'name' ? named : 'at the first merchant that charges it, whatever its name'
  return `A card for one purchase of at most ${money(amount)}, ${where}, within ${durationInWords(valid_for)} of the approval. The card is then terminated and the remaining money returns to the wallet.`
}

const units: [seconds: number, name: string][] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
]

/** Uses the largest unit that divides the duration exactly: 5400 is "90 minutes". */
export function durationInWords(seconds: number): string {
  const [size, name] = units.find(([size]) => seconds % size === 0) ?? [1, 'second']
  const count = seconds / size
  return `${count} ${name}${count === 1 ? '' : 's'}`
}

/** The host as the browser resolves it (punycode), so a look-alike letter becomes visible. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url
}
