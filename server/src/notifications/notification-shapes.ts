import Type from 'typebox'
import { Nullable, Time } from '../http/shapes.ts'

const common = { id: Type.Integer(), is_read: Type.Boolean(), created_at: Time }

/** No notification contains a passcode: people who may see it read it on the 3-D Secure page. */
export const Notification = Type.Union([
  Type.Object({
    ...common,
    kind: Type.Literal('passcode'),
    challenge_id: Type.String(),
    card_id: Type.String(),
    merchant: Type.String(),
    amount: Type.Number(),
    method: Type.String(),
    /** Whether the passcode can still be used, or the question answered. */
    is_waiting: Type.Boolean(),
  }),
  Type.Object({
    ...common,
    kind: Type.Literal('low_wallet'),
    balance: Type.Number(),
    threshold: Type.Number(),
  }),
  Type.Object({
    ...common,
    kind: Type.Literal('failing_webhook'),
    webhook_id: Type.String(),
    host: Type.String(),
    is_disabled: Type.Boolean(),
  }),
  Type.Object({
    ...common,
    kind: Type.Literal('deposit'),
    deposit_id: Type.String(),
    currency: Type.String(),
    amount_crypto: Type.String(),
    credited_usd: Type.Number(),
  }),
])
export type Notification = Type.Static<typeof Notification>

export const NotificationPage = Type.Object({
  data: Type.Array(Notification),
  pagination: Type.Object({
    page: Type.Integer(),
    per_page: Type.Integer(),
    total: Type.Integer(),
    total_capped: Type.Optional(Type.Boolean()),
    next_cursor: Type.Optional(Nullable(Type.String())),
  }),
})
export type NotificationPage = Type.Static<typeof NotificationPage>

export const Unread = Type.Object({ count: Type.Integer({ description: 'At most 100: then there may be more.' }) })
export type Unread = Type.Static<typeof Unread>

export const KindName = Type.Union([
  Type.Literal('passcode'),
  Type.Literal('low_wallet'),
  Type.Literal('failing_webhook'),
  Type.Literal('deposit'),
])
export type KindName = Type.Static<typeof KindName>

export const NotificationSettings = Type.Object({
  /** The kinds that this person's role may be told about, and the person's choices. */
  kinds: Type.Array(Type.Object({ kind: KindName, inbox: Type.Boolean(), mail: Type.Boolean() })),
  /** Whether the service sends mail. */
  has_mail: Type.Boolean(),
  email: Type.String(),
  low_wallet_threshold: Nullable(Type.Number()),
})
export type NotificationSettings = Type.Static<typeof NotificationSettings>
