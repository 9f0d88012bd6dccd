import Type from 'typebox'
import { Nullable, StoredText, Time } from '../../http/shapes.ts'

const Kind = Type.Union([Type.Literal('standard'), Type.Literal('agent')])
const BudgetWindow = Type.Union([
  Type.Literal('day'),
  Type.Literal('week'),
  Type.Literal('month'),
  Type.Literal('year'),
  Type.Literal('all_time'),
])

const key = {
  id: Type.String(),
  name: Type.String(),
  environment: Type.Union([Type.Literal('sandbox'), Type.Literal('production')]),
  /** The last four characters. */
  hint: Type.String(),
  kind: Kind,
  scopes: Type.Array(Type.String()),
  /** Whether the key has every scope, including scopes that later releases add. */
  all_scopes: Type.Boolean(),
  read_only: Type.Boolean(),
  card_ids: Nullable(Type.Array(Type.String())),
  own_cards: Type.Boolean(),
  budget: Nullable(
    Type.Object({
      amount: Type.Number(),
      window: BudgetWindow,
      used: Type.Number(),
      remaining: Type.Number(),
      resets_at: Nullable(Time),
    }),
  ),
  expires_at: Nullable(Time),
  ip_allow: Nullable(Type.Array(Type.String())),
  /** Which spend requests of the key are approved without a person. */
  spend_policy: Nullable(
    Type.Object({
      auto_approve: Nullable(Type.Object({ per_request: Type.Number(), per_day: Type.Number() })),
      merchants: Type.Array(Type.Object({ id: Type.Optional(Type.String()), name: Type.Optional(Type.String()) })),
      confirm_above: Nullable(Type.Number()),
    }),
  ),
  created_at: Time,
  /** The name of the person who made the key; null when an operator made it, or when the person has left. */
  created_by: Nullable(Type.String()),
  last_used_at: Nullable(Time),
  /** When each scope was last used, to the minute. */
  scope_uses: Type.Record(Type.String(), Time),
  revoked_at: Nullable(Time),
}

export const DashboardKey = Type.Object(key)
export type DashboardKey = Type.Static<typeof DashboardKey>

export const DashboardKeys = Type.Object({ data: Type.Array(DashboardKey) })
export type DashboardKeys = Type.Static<typeof DashboardKeys>

const Name = StoredText({ minLength: 1, maxLength: 64, pattern: '\\S' })

/** The limits of a key. A field that is left out sets no limit. */
const rights = {
  scopes: Type.Optional(Type.Array(Type.String(), { maxItems: 50 })),
  card_ids: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
  own_cards: Type.Optional(Type.Boolean()),
  budget: Type.Optional(Type.Object({ amount: Type.Number(), window: BudgetWindow }, { additionalProperties: false })),
  expires_at: Type.Optional(StoredText({ minLength: 1, maxLength: 40 })),
  ip_allow: Type.Optional(Type.Array(StoredText({ minLength: 1, maxLength: 50 }), { maxItems: 20 })),
}

const MerchantText = StoredText({ minLength: 1, maxLength: 200 })
const strict = { additionalProperties: false }
const AutoApproval = Type.Object({ per_request: Type.Number(), per_day: Type.Number() }, strict)

/** Which spend requests of an agent are approved without a person. */
const policy = {
  auto_approve: Type.Optional(AutoApproval),
  merchants: Type.Optional(
    Type.Array(Type.Object({ id: Type.Optional(MerchantText), name: Type.Optional(MerchantText) }, strict), {
      maxItems: 100,
    }),
  ),
  confirm_above: Type.Optional(Type.Number()),
}

export const NewDashboardKey = Type.Object(
  {
    name: Name,
    read_only: Type.Optional(Type.Boolean()),
    kind: Type.Optional(Kind),
    ...rights,
    spend_policy: Type.Optional(Type.Object(policy, strict)),
  },
  { additionalProperties: false },
)
export type NewDashboardKey = Type.Static<typeof NewDashboardKey>

/** The rights of a key can be reduced, but never extended. */
export const NarrowedDashboardKey = Type.Object(
  {
    name: Type.Optional(Name),
    ...rights,
    /** Null for `auto_approve` means that from now on a person decides on every request. */
    spend_policy: Type.Optional(
      Type.Object({ ...policy, auto_approve: Type.Optional(Nullable(AutoApproval)) }, strict),
    ),
  },
  { additionalProperties: false },
)
export type NarrowedDashboardKey = Type.Static<typeof NarrowedDashboardKey>

/** The only answer that contains the key itself. */
export const MadeDashboardKey = Type.Object({ ...key, key: Type.String() })
export type MadeDashboardKey = Type.Static<typeof MadeDashboardKey>
