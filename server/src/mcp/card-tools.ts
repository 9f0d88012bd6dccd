// Tools that show cards, money and purchases, and that freeze a card.

import Type, { type TSchema } from 'typebox'
import { freezeCard } from '../cards/freeze-card.ts'
import { getCard } from '../cards/get-card.ts'
import { listCards } from '../cards/list-cards.ts'
import { Strict, Text } from '../http/schemas.ts'
import { listTransactions } from '../transactions/list-transactions.ts'
import { getWalletBalance } from '../wallet/get-wallet-balance.ts'
import {
  CardShape,
  Money,
  money,
  OneCardShape,
  presentCard,
  presentOneCard,
  presentTransaction,
  TransactionShape,
} from './shapes.ts'
import { IdempotencyKey } from './spend-request-tools.ts'
import { resultOf, tool } from './tool.ts'

const CardId = Text({ maxLength: 100, description: 'The id of the card.', examples: ['card_…'] })
const Cursor = Type.Optional(Text({ maxLength: 100, description: 'A `next_cursor`, for what follows.' }))
const PER_PAGE = 20

const ListOf = <T extends TSchema>(item: T) =>
  Type.Object({
    data: Type.Array(item),
    next_cursor: Type.Union([Type.String(), Type.Null()], { description: 'Null at the end.' }),
  })

const listed =
  <T, U>(present: (item: T) => U) =>
  ({ data, pagination }: { data: T[]; pagination: { next_cursor?: string | null } }) => ({
    data: data.map(present),
    next_cursor: pagination.next_cursor ?? null,
  })

export const listCardsTool = tool({
  name: 'list_cards',
  title: 'List cards',
  description: 'The cards that this key reaches, newest first, with status, last four digits and balance.',
  effect: 'reads',
  isRepeatable: true,
  input: Strict({
    status: Type.Optional(Type.String({ enum: ['active', 'frozen', 'terminated'] })),
    cursor: Cursor,
  }),
  output: ListOf(CardShape),
  routes: [listCards],
  run: async (query, { call }) =>
    resultOf(await call(listCards, { query: { ...query, per_page: PER_PAGE } }), listed(presentCard)),
})

export const getCardTool = tool({
  name: 'get_card',
  title: 'Look at a card',
  description: 'Status, balance, what was spent and until when the card works.',
  effect: 'reads',
  isRepeatable: true,
  input: Strict({ card_id: CardId }),
  output: OneCardShape,
  routes: [getCard],
  run: async (params, { call }) => resultOf(await call(getCard, { params }), presentOneCard),
})

export const freezeCardTool = tool({
  name: 'freeze_card',
  title: 'Freeze a card',
  description:
    'Stops every further purchase with the card at once; the balance stays on it. A person lifts the freeze. Use it when a purchase looks wrong.',
  effect: 'ends',
  isRepeatable: true,
  input: Strict({ card_id: CardId, idempotency_key: IdempotencyKey }),
  output: Type.Object({ id: Type.String(), status: Type.Literal('frozen'), frozen_at: Type.String() }),
  routes: [freezeCard],
  run: async ({ card_id, idempotency_key: idempotencyKey }, { call }) =>
    resultOf(
      await call(freezeCard, { params: { card_id }, idempotencyKey }),
      ({ id, status, frozen_at }: { id: string; status: string; frozen_at: string }) => ({ id, status, frozen_at }),
    ),
})

export const getBalanceTool = tool({
  name: 'get_balance',
  title: 'Look at the wallet',
  description: 'The money in the wallet from which cards are funded, and what lies on cards.',
  effect: 'reads',
  isRepeatable: true,
  input: Strict({}),
  output: Type.Object({ wallet: Money, on_cards: Money, active_cards: Type.Integer() }),
  routes: [getWalletBalance],
  run: async (_, { call }) => resultOf(await call(getWalletBalance), presentBalance),
})

type Balance = { balance: number; cards_total_balance: number; cards_active: number }

function presentBalance({ balance, cards_total_balance, cards_active }: Balance) {
  return { wallet: money(balance), on_cards: money(cards_total_balance), active_cards: cards_active }
}

export const listTransactionsTool = tool({
  name: 'list_transactions',
  title: 'List transactions',
  description:
    'Purchases, settlements, refunds and declines of the cards that this key reaches, newest first. Refunds are positive, the others negative.',
  effect: 'reads',
  isRepeatable: true,
  input: Strict({
    card_id: Type.Optional(CardId),
    type: Type.Optional(Type.String({ enum: ['authorization', 'settlement', 'refund', 'decline'] })),
    cursor: Cursor,
  }),
  output: ListOf(TransactionShape),
  routes: [listTransactions],
  run: async (query, { call }) =>
    resultOf(await call(listTransactions, { query: { ...query, per_page: PER_PAGE } }), listed(presentTransaction)),
})
