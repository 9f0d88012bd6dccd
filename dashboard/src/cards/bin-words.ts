// Describes a BIN for people who know nothing about cards.

import { useRead } from '../api/read.ts'
import type { Bin } from '../api/schemas.ts'
import { words } from '../ui/badge.tsx'

const countries = new Intl.DisplayNames('en', { type: 'region' })

export function useBins() {
  return useRead<{ data: Bin[] }>({ noun: 'bins', path: '/v1/bins' })
}

export function countryName(code: string): string {
  // Merchants may name a country that does not exist.
  return /^[A-Za-z]{2}$/.test(code) ? (countries.of(code.toUpperCase()) ?? code) : code
}

const round = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: 0 })

export function limitsOf({ max_transaction, max_monthly }: Bin): string {
  return `${round.format(max_transaction)} per purchase, ${round.format(max_monthly)} per month`
}

export function binName({ network, type, issuer_country }: Bin): string {
  return `${words(network)} ${type}, ${countryName(issuer_country)}`
}

export function acceptance({ acceptance_rate }: Bin): string {
  return `Accepted by ${Math.round(acceptance_rate * 100)}% of merchants`
}

const kinds: Record<Bin['type'], string> = {
  prepaid: 'Prepaid: merchants see a card with a fixed amount on it. Good for adverts and subscriptions.',
  debit: 'Debit: treated as money from an account, accepted by most merchants that refuse prepaid cards.',
  credit: 'Credit: the widest acceptance, also for hotels and car rental, which often want a credit card.',
}

/** The advantages and disadvantages of a BIN, one sentence each. */
export function binSentences(bin: Bin): string[] {
  return [
    kinds[bin.type],
    `${acceptance(bin)}, for up to ${limitsOf(bin)}.`,
    bin['3ds']
      ? 'Online shops can ask for a passcode (3-D Secure); it appears in this dashboard.'
      : 'Online shops cannot ask for a passcode (no 3-D Secure): those that insist on one will refuse it.',
    walletSentence(bin),
    ...(bin.best_for.length === 0 ? [] : [`Best for ${listed(bin.best_for.map(plain))}.`]),
  ]
}

function walletSentence({ apple_pay, google_pay }: Bin): string {
  const works = [...(apple_pay ? ['Apple Pay'] : []), ...(google_pay ? ['Google Pay'] : [])]
  if (works.length === 0) return 'It cannot be added to Apple Pay or Google Pay.'
  if (works.length === 2) return 'It can be added to Apple Pay and Google Pay.'
  return `It can be added to ${works[0]}, but not to ${apple_pay ? 'Google Pay' : 'Apple Pay'}.`
}

function plain(category: string): string {
  return category.replaceAll('_', ' ')
}

export function listed(parts: string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(parts)
}
