// Why a purchase was declined: the check that failed with its numbers, who charged, what the card allows, and what the caller
// can do about it.

import Type from 'typebox'
import { getCard } from '../cards/get-card.ts'
import { explainTransaction } from '../explanations/explain-transaction.ts'
import { Strict, Text } from '../http/schemas.ts'
import { createSpendRequest } from '../spend-requests/create-spend-request.ts'
import { getTransaction } from '../transactions/get-transaction.ts'
import { remedyForCaller } from './decline-remedies.ts'
import { failure, isAllowed, success, tool } from './tool.ts'

const Nullable = <T extends Type.TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })
const Names = (description: string) => Type.Array(Type.String(), { description })

const Merchant = Type.Object(
  {
    name: Type.String(),
    id: Nullable(Type.String(), "The network's id of the merchant; null where it is not known."),
    category: Type.String(),
    country: Type.String(),
  },
  { description: 'Who charged the card.' },
)

const Allowed = Type.Object({
  merchants: Names('Names, in which * stands for anything, or ids. Empty: every merchant.'),
  countries: Names('Empty: every country.'),
  bound_to: Nullable(Type.String(), 'The merchant that charged the card first, where the card is bound to it.'),
  uses: Nullable(Type.Integer(), 'How many purchases the card is for.'),
  active_until: Nullable(Type.String(), 'When the card stops working.'),
})

export const explainDeclineTool = tool({
  name: 'explain_decline',
  title: 'Explain a decline',
  description:
    'Why a purchase was declined: the check that failed and its numbers, who charged, what the card allows, when a limit resets, what you can do about it, and whether it would pass now.',
  effect: 'reads',
  isRepeatable: true,
  input: Strict({
    transaction_id: Text({ maxLength: 100, description: 'Of list_transactions.', examples: ['txn_…'] }),
  }),
  output: Type.Object({
    transaction_id: Type.String(),
    card_id: Type.String(),
    outcome: Type.String(),
    decline_reason: Nullable(Type.String(), 'Null where it was not declined.'),
    title: Type.String(),
    because: Type.String(),
    numbers: Nullable(Type.String(), 'What the failed check compared. Null where it compares no numbers.'),
    resets_at: Nullable(Type.String(), 'When the limit that failed resets. Null where it does not, or none failed.'),
    charged_by: Merchant,
    allowed: Nullable(Allowed, 'What the card allows. Null where the key may not read cards.'),
    remedy: Nullable(Type.String(), 'What you can do about it; null where nothing need be.'),
    would_pass_now: Nullable(Type.Boolean(), 'Null where it cannot be asked again.'),
  }),
  routes: [explainTransaction, getTransaction],
  async run({ transaction_id: txn_id }, { call, workspace }) {
    const explained = await call(explainTransaction, { params: { txn_id } })
    if (explained.status >= 400) return failure(explained.body)
    const transaction = await call(getTransaction, { params: { txn_id } })
    if (transaction.status >= 400) return failure(transaction.body)
    const { card_id } = explained.body as Explanation
    const card = isAllowed(workspace, getCard) ? await call(getCard, { params: { card_id } }) : undefined
    const remedy = remedyForCaller(explained.body, isAllowed(workspace, createSpendRequest))
    return success({
      ...presentExplanation(explained.body, transaction.body),
      allowed: card && card.status < 400 ? presentAllowed(card.body) : null,
      remedy,
    })
  },
})

type Explanation = {
  transaction_id: string
  card_id: string
  outcome: string
  decline_reason: string | null
  title: string
  because: string
  tests: { outcome: string; numbers: string | null }[]
  now: { would_pass: boolean } | null
}
type Transaction = {
  merchant: { name: string; category: string; country: string }
  merchant_id: string | null
  decline_detail: { resets_at?: string | null } | null
}

function presentExplanation(explanation: Explanation, { merchant, merchant_id, decline_detail }: Transaction) {
  const { transaction_id, card_id, outcome, decline_reason, title, because, tests, now } = explanation
  const { name, category, country } = merchant
  return {
    transaction_id,
    card_id,
    outcome,
    decline_reason,
    title,
    because,
    numbers: tests.find((test) => test.outcome === 'failed')?.numbers ?? null,
    resets_at: decline_detail?.resets_at ?? null,
    charged_by: { name, id: merchant_id, category, country },
    would_pass_now: now?.would_pass ?? null,
  }
}

type Card = {
  controls: {
    merchants: { allowed: { id?: string; name?: string }[] }
    countries: { allowed: string[] }
    locked_to: { name: string } | null
    uses: number | null
    active_until: string | null
  }
}

function presentAllowed({ controls }: Card) {
  const { merchants, countries, locked_to, uses, active_until } = controls
  return {
    merchants: merchants.allowed.map(({ id, name }) => name ?? id!),
    countries: countries.allowed,
    bound_to: locked_to?.name ?? null,
    uses,
    active_until,
  }
}
