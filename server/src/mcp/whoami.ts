import Type from 'typebox'
import { Strict } from '../http/schemas.ts'
import { getKeySelf } from '../keys/get-key-self.ts'
import { Money, money } from './shapes.ts'
import { resultOf, tool } from './tool.ts'

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const whoami = tool({
  name: 'whoami',
  title: 'Get the rights of this key',
  description:
    'The scopes and bounds of the key behind this connection, what is left of its budget, and whether it works in the sandbox or with real money.',
  effect: 'reads',
  isRepeatable: true,
  input: Strict({}),
  output: Type.Object({
    id: Type.String(),
    name: Type.String(),
    environment: Type.String({ enum: ['sandbox', 'production'] }),
    kind: Type.String({ enum: ['standard', 'agent'] }),
    scopes: Type.Array(Type.String()),
    card_ids: Nullable(Type.Array(Type.String())),
    own_cards: Type.Boolean(),
    budget: Nullable(
      Type.Object({
        limit: Money,
        used: Money,
        remaining: Money,
        window: Type.String(),
        resets_at: Nullable(Type.String()),
      }),
    ),
    expires_at: Nullable(Type.String()),
  }),
  routes: [getKeySelf],
  run: async (_, { call }) => resultOf(await call(getKeySelf), present),
})

type Budget = { amount: number; used: number; remaining: number; window: string; resets_at: string | null }
type Key = {
  id: string
  name: string
  environment: string
  kind: string
  scopes: string[]
  card_ids: string[] | null
  own_cards: boolean
  budget: Budget | null
  expires_at: string | null
}

function present({ id, name, environment, kind, scopes, card_ids, own_cards, budget, expires_at }: Key) {
  return {
    id,
    name,
    environment,
    kind,
    scopes,
    card_ids,
    own_cards,
    budget: budget && presentBudget(budget),
    expires_at,
  }
}

function presentBudget({ amount, used, remaining, window, resets_at }: Budget) {
  return { limit: money(amount), used: money(used), remaining: money(remaining), window, resets_at }
}
