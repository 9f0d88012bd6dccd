// What a key may do, as the API and the dashboard show it.

import Type, { type Static } from 'typebox'
import { type KeyRights, keyKinds } from '../accounts/key-rights.ts'
import type { BothClocks } from '../accounts/read-workspace-time.ts'
import { inScopeOrder, scopeNames } from '../accounts/scopes.ts'
import { endOf } from '../controls/windows.ts'
import { NullableTimestamp } from '../http/schemas.ts'
import { publicId } from '../ids.ts'
import type { KeyBudgetRow } from '../ledger/key-rows.ts'
import { windows } from '../ledger/stored-controls.ts'
import { dollars } from '../money.ts'
import { usedOf } from './budget.ts'
import { presentPolicy, SpendPolicy } from './spend-policy.ts'

const KeyBudget = Type.Object(
  {
    amount: Type.Number({
      description: 'The amount that the key may move to cards in one window, in USD.',
      examples: [200],
    }),
    window: Type.String({
      enum: [...windows],
      description: 'The window of the budget: a UTC calendar unit of workspace time.',
    }),
    used: Type.Number({
      description:
        'USD moved in the window that runs. What returns to the wallet is not given back, except the amount of a spend request that ends unused in the same window.',
    }),
    remaining: Type.Number({ description: 'The amount that is left in the current window, in USD.' }),
    resets_at: NullableTimestamp(
      'When the next window begins, in real time as all times of a key: a sandbox whose clock is moved gets there earlier. Null for `all_time`.',
    ),
  },
  { $id: 'KeyBudget' },
)

export const rightsShape = {
  kind: Type.String({
    enum: keyKinds,
    description:
      '`agent`: a key for software. Whatever its scopes, it never reveals a number, raises or removes a limit, unfreezes a card, moves money beyond its budget or makes keys.',
  }),
  scopes: Type.Array(Type.String({ enum: [...scopeNames] }), { description: 'The scopes of the key.' }),
  read_only: Type.Boolean({
    description: 'Whether the key can only read. A read-only key sees neither card numbers nor passcodes.',
  }),
  card_ids: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: 'The only cards that the key can reach. Null if the key is not limited to a list of cards.',
  }),
  own_cards: Type.Boolean({ description: 'Whether the key can reach only cards that were made with it.' }),
  budget: Type.Union([KeyBudget, Type.Null()], {
    description:
      'The budget of the key. Null if it has none: a standard key is then limited by the wallet alone, and an agent key cannot move money.',
  }),
  expires_at: NullableTimestamp('When the key expires, in real time. Null if it does not expire.'),
  spend_policy: Type.Union([SpendPolicy, Type.Null()], {
    description:
      'Which spend requests of the key are approved automatically. Null means that a person decides on all of them.',
  }),
  ip_allow: Type.Union([Type.Array(Type.String({ examples: ['192.0.2.0/24'] })), Type.Null()], {
    description: 'The networks that requests with the key may come from. Null means anywhere.',
  }),
}
const Rights = Type.Object(rightsShape)
export type ShownRights = Static<typeof Rights>

export function presentRights(
  key: KeyRights,
  bucket: number,
  { budget: row, clock }: { budget: KeyBudgetRow | undefined; clock: BothClocks },
): ShownRights {
  return {
    kind: key.kind,
    scopes: inScopeOrder(key.scopes),
    read_only: key.isReadOnly,
    card_ids: key.cardIds && [...key.cardIds].map((id) => publicId('card', bucket, id)),
    own_cards: key.ownCards,
    budget: presentBudget(key, row, clock),
    expires_at: key.expiresAt?.toISOString() ?? null,
    ip_allow: key.ipAllow && [...key.ipAllow.ranges],
    spend_policy: presentPolicy(key.spendPolicy),
  }
}

/** The windows are of workspace time. Their end is shown in real time, like everything else that a key shows. */
function presentBudget(
  { budget }: KeyRights,
  row: KeyBudgetRow | undefined,
  { now, aheadMs }: BothClocks,
): ShownRights['budget'] {
  if (!budget) return null
  const used = usedOf(budget, row, now)
  const left = budget.amountCents > used ? budget.amountCents - used : 0n
  const end = endOf(budget.window, now)
  return {
    amount: dollars(budget.amountCents),
    window: budget.window,
    used: dollars(used),
    remaining: dollars(left),
    resets_at: end && new Date(end.getTime() - aheadMs).toISOString(),
  }
}
