// The shapes of a card, and the functions that show a row in each of them.

import Type, { type TSchema } from 'typebox'
import { Controls } from '../controls/control-schemas.ts'
import { presentControls } from '../controls/read-controls.ts'
import { NullableTimestamp, Strict, Text, Timestamp } from '../http/schemas.ts'
import { publicId } from '../ids.ts'
import { balanceOfCard, type CardRow, cardStatusNames } from '../ledger/rows.ts'
import { dollars } from '../money.ts'

const exampleId = 'card_3p01m7fvfr85e5mtekznx29q5n67'

export const CardParams = Type.Object({ card_id: Type.String({ examples: [exampleId] }) })

const MetadataValue = Type.Union([Text({ maxLength: 500 }), Type.Number(), Type.Boolean()])
const metadataRules = {
  maxProperties: 20,
  propertyNames: { minLength: 1, maxLength: 40, 'x-text': true },
  'x-error': 'invalid_metadata',
  examples: [{ team: 'growth' }],
}

// Type.Record is not used: its pattern for keys does not match a line break, so any value would pass under such a key.
function MetadataOf<V extends TSchema>(value: V, options: object) {
  return Type.Unsafe<Record<string, Type.Static<V>>>({
    type: 'object',
    additionalProperties: value,
    ...metadataRules,
    ...options,
  })
}

export const Metadata = MetadataOf(MetadataValue, {
  description: 'Up to 20 keys of your own. Values are text, numbers or booleans.',
})
/** In an update null removes a key; the limit of 20 is checked after the merge. */
export const MetadataPatch = MetadataOf(Type.Union([MetadataValue, Type.Null()]), {
  maxProperties: 40,
  description: 'Merged with the existing metadata. Null removes a key.',
})

const fields = {
  id: Type.String({ examples: [exampleId] }),
  bin_id: Type.String({ examples: ['bin_visa_us_prepaid_1'] }),
  network: Type.String({ examples: ['visa'] }),
  last4: Type.String({ examples: ['4242'] }),
  status: Type.String({ enum: [...cardStatusNames] }),
  balance: Type.Number({
    description:
      'The amount that can be spent, in USD. Held money is already subtracted. It is below zero only after a forced settlement or one above its hold.',
  }),
  held: Type.Number({ description: 'The amount reserved by authorizations that have not settled yet, in USD.' }),
  label: Type.String(),
  created_at: Timestamp('When the card was created.'),
}

const cardIdOrNull = (description: string) =>
  Type.Union([Type.String({ examples: [exampleId] }), Type.Null()], { description })

/** The links between a replaced card and the card that took its place. */
const links = {
  replaces: cardIdOrNull('The card that this one replaced. Null if it replaced none.'),
  replaced_by: cardIdOrNull('The card that replaced this one. Null if it was not replaced.'),
}

export const Card = Type.Object(
  {
    ...fields,
    spending_limit: Type.Number({ description: 'The maximum that may be spent in a calendar month (UTC), in USD.' }),
    allowed_categories: Type.Array(Type.String(), {
      description: 'The merchant categories that are allowed. Empty means all categories.',
    }),
    auto_freeze_at: Type.Union([Type.Number(), Type.Null()], {
      description: 'The card is frozen when a debit leaves its balance below this amount.',
    }),
    metadata: Type.Record(Type.String(), Type.Any()),
    controls: Controls,
    expires_at: Timestamp('The last moment of the month in which the card expires.'),
    ...links,
  },
  { $id: 'Card' },
)

export const CardListItem = Type.Object(fields, { $id: 'CardListItem' })

export const CardSummary = Type.Object(
  {
    ...fields,
    spending_limit: Type.Number(),
    total_spent: Type.Number({ description: 'The sum of settlements less refunds, in USD.' }),
    transaction_count: Type.Integer({
      description: 'The number of authorizations, settlements, refunds and declines.',
    }),
    metadata: Type.Record(Type.String(), Type.Any()),
    controls: Controls,
    expires_at: Timestamp('The last moment of the month in which the card expires.'),
    last_used_at: NullableTimestamp(
      'When the card was last used: its last approved authorization or settlement. Null before the first.',
    ),
    ...links,
  },
  { $id: 'CardSummary' },
)

export const BillingAddress = Strict({
  line1: Type.String(),
  city: Type.String(),
  state: Type.String(),
  zip: Type.String(),
  country: Type.String(),
})

export function presentCardListItem(card: CardRow) {
  return {
    id: publicId('card', card.bucket, card.id),
    bin_id: card.bin_id,
    network: card.network,
    last4: card.last4,
    status: cardStatusNames[card.status - 1]!,
    balance: dollars(balanceOfCard(card)),
    held: dollars(card.held_cents),
    label: card.label,
    created_at: card.created_at.toISOString(),
  }
}

export function presentCard(card: CardRow) {
  return {
    ...presentCardListItem(card),
    spending_limit: dollars(card.spending_limit_cents),
    allowed_categories: card.allowed_categories,
    auto_freeze_at: card.auto_freeze_cents === null ? null : dollars(card.auto_freeze_cents),
    metadata: card.metadata,
    controls: presentControls(card.controls, card.usage),
    expires_at: card.expires_at.toISOString(),
    ...presentLinks(card),
  }
}

export function presentCardSummary(card: CardRow) {
  return {
    ...presentCardListItem(card),
    spending_limit: dollars(card.spending_limit_cents),
    total_spent: dollars(card.total_spent_cents),
    transaction_count: card.authorization_count + card.settlement_count + card.refund_count + card.decline_count,
    metadata: card.metadata,
    controls: presentControls(card.controls, card.usage),
    expires_at: card.expires_at.toISOString(),
    last_used_at: card.last_used_at?.toISOString() ?? null,
    ...presentLinks(card),
  }
}

function presentLinks({ bucket, replaces, replaced_by }: CardRow) {
  return {
    replaces: replaces && publicId('card', bucket, replaces),
    replaced_by: replaced_by && publicId('card', bucket, replaced_by),
  }
}
