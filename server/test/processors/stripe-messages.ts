// Stripe behind the port, opened on a simulated account or on nothing at all.

import type { ProcessorSettings } from '../../src/config/processor-config.ts'
import type { Uuid } from '../../src/ids.ts'
import { newUuid, publicId } from '../../src/ids.ts'
import type { NewHolder, Processor } from '../../src/processors/processor.ts'
import { openStripe } from '../../src/processors/stripe/open-stripe.ts'

export const SECRET = 'whsec_test_secret'

export function stripeWith(settings: Partial<ProcessorSettings>, clock?: () => Date): Processor {
  const nowhere = {
    name: 'stripe-main',
    kind: 'stripe',
    environment: 'sandbox',
    baseUrl: 'http://127.0.0.1:9',
    apiKey: 'rk_none',
    signingSecrets: () => [SECRET],
    options: {},
  } as const
  return openStripe({ ...nowhere, ...settings }, clock)
}

type Account = { baseUrl: string; apiKey: string; signingSecret: string; options: Record<string, string> }

export function stripeOf(world: Account, clock?: () => Date): Processor {
  const { baseUrl, apiKey, signingSecret, options } = world
  return stripeWith({ baseUrl, apiKey, signingSecrets: () => [signingSecret], options }, clock)
}

export const HOLDER: NewHolder = {
  accountId: newUuid(),
  name: 'Example Company',
  billingAddress: { line1: '1 Example Street', city: 'Wilmington', state: 'DE', zip: '19801', country: 'US' },
}

export function newCardId(): string {
  return publicId('card', 7, newUuid())
}

export async function issueTo(stripe: Processor, holder: string, cardId = newCardId(), key: Uuid = newUuid()) {
  const expiry = { month: 11, year: 2029 }
  const card = { cardId, holder, label: 'Ads', network: 'visa', expiry, billingAddress: HOLDER.billingAddress } as const
  return await stripe.issue(card, key)
}
