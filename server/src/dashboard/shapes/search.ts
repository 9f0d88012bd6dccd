import Type, { type Static } from 'typebox'
import { Nullable, Time } from '../../http/shapes.ts'
import { CardName } from './cards.ts'

/** The kinds of objects that can be opened by id. */
export const foundKinds = [
  'card',
  'transaction',
  'deposit',
  'challenge',
  'event',
  'template',
  'spend_request',
  'webhook',
  'delivery',
  'decision_hook',
  'decision_attempt',
  'rule',
  'backtest',
  'key',
  'user',
  'request',
] as const
export type FoundKind = (typeof foundKinds)[number]

const FoundObject = Type.Object({
  kind: Type.String({ enum: [...foundKinds] }),
  id: Type.String(),
  /**
   * The object on whose page this one is shown: the webhook of a delivery, the rule of a backtest. Null when it has its
   * own page.
   */
  parent_id: Nullable(Type.String()),
})
export type FoundObject = Omit<Static<typeof FoundObject>, 'kind'> & { kind: FoundKind }

export const FoundCard = Type.Object({
  id: Type.String(),
  label: Type.String(),
  last4: Type.String(),
  status: Type.String({ enum: ['active', 'frozen', 'terminated'] }),
})
export type FoundCard = Static<typeof FoundCard>

export const FoundTransaction = Type.Object({
  id: Type.String(),
  type: Type.String(),
  amount: Type.Number(),
  merchant: Type.String(),
  created_at: Time,
  card: CardName,
})
export type FoundTransaction = Static<typeof FoundTransaction>

/** `more` says that there are results besides the listed ones. */
const groupOf = <T extends Type.TSchema>(item: T) => Type.Object({ data: Type.Array(item), more: Type.Boolean() })

export const SearchResults = Type.Object({
  object: Nullable(FoundObject),
  cards: groupOf(FoundCard),
  merchants: groupOf(Type.Object({ name: Type.String() })),
  transactions: groupOf(FoundTransaction),
  /** The amount in dollars, when the text is an amount. */
  amount: Nullable(Type.Number()),
})
export type SearchResults = Omit<Static<typeof SearchResults>, 'object'> & { object: FoundObject | null }
