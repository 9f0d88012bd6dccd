import Type from 'typebox'
import { type Bin, nextCardCounter } from '../bins/bin-directory.ts'
import { endOfMonthAfterYears, monthOf } from '../clock.ts'
import { textArray } from '../database/arrays.ts'
import type { Tx } from '../database/database.ts'
import { ApiError } from '../http/errors.ts'
import { write } from '../http/route.ts'
import { Dollars, Strict, Text } from '../http/schemas.ts'
import { newUuid, type Uuid } from '../ids.ts'
import { postFunding } from '../ledger/postings.ts'
import { type CardRow, CardStatus, lockWorkspaceById } from '../ledger/rows.ts'
import { TransferKind } from '../ledger/transfer-kinds.ts'
import { centsFromDollars } from '../money.ts'
import type { Services } from '../services.ts'
import { VaultError } from '../vault/vault.ts'
import { allowedCategories, autoFreezeThreshold, spendingLimit } from './card-rules.ts'
import { Card, Metadata, presentCard, presentCardSummary } from './card-schemas.ts'
import { refuseHeld } from './find-card.ts'

const YEARS_VALID = 3

export const FundingAmount = Dollars({
  minimum: 1,
  maximum: 5000,
  description: 'USD, from 1.00 to 5,000.00.',
  examples: [100],
})
export const Label = Text({ maxLength: 64, description: 'Your name for the card.', examples: ['Ads, November'] })
const spendingLimitOf = (description: string) =>
  Dollars({
    exclusiveMinimum: 0,
    maximum: 1_000_000_000,
    description,
    examples: [2000],
    'x-error': 'invalid_spending_limit',
  })
const SpendingLimit = spendingLimitOf('Monthly, USD; the BIN maximum when left out.')
export const NewSpendingLimit = spendingLimitOf('Monthly, USD; unchanged when left out.')
export const AllowedCategories = Type.Array(Text({ maxLength: 64 }), {
  maxItems: 1000,
  description: 'Names of GET /categories or four-digit codes; empty means all.',
  examples: [['advertising', 'software']],
  'x-error': 'invalid_category',
})
export const AutoFreezeAt = Dollars({
  minimum: 0,
  maximum: 1_000_000_000,
  description: 'Freeze when a debit leaves the balance below this amount; 0 switches it off.',
  examples: [20],
})

const Body = Strict({
  bin_id: Type.String({
    description: 'From GET /bins.',
    examples: ['bin_visa_us_prepaid_1'],
    'x-error': 'invalid_bin',
  }),
  amount: FundingAmount,
  label: Type.Optional(Label),
  spending_limit: Type.Optional(SpendingLimit),
  allowed_categories: Type.Optional(AllowedCategories),
  auto_freeze_at: Type.Optional(AutoFreezeAt),
  metadata: Type.Optional(Metadata),
})

export const createCard = write({
  method: 'POST',
  url: '/cards',
  operationId: 'createCard',
  tag: 'Cards',
  summary: 'Create a card',
  description:
    'Issues a virtual card and funds it from the wallet. The card is active at once and enrolled in 3-D Secure.',
  body: Body,
  reply: { 201: Card },
  errors: [
    'invalid_amount',
    'invalid_bin',
    'invalid_category',
    'invalid_spending_limit',
    'invalid_metadata',
    'invalid_state',
    'insufficient_funds',
  ],
  limit: 'card_creations',
  check: ({ body, services }) => settingsOf(body, offeredBin(services, body.bin_id)),
  async write({ tx, workspace, body, now, changes, services }) {
    const bin = offeredBin(services, body.bin_id)
    const settings = settingsOf(body, bin)
    const [[account], [next], [wallet]] = await Promise.all([
      readHolder(tx, workspace.accountId),
      nextCardCounter(tx, bin.id),
      lockWorkspaceById(tx, workspace.bucket, workspace.id),
    ])
    refuseHeld(wallet!)
    const amount = centsFromDollars(body.amount)
    if (wallet!.wallet_cents < amount)
      throw new ApiError('insufficient_funds', 'The wallet balance is too low for this amount.')
    const number = cardNumber(services, bin, next!.counter)
    const card: CardRow = {
      ...blankCard(),
      ...settings,
      bucket: workspace.bucket,
      id: newUuid(),
      workspace_id: workspace.id,
      bin_id: bin.id,
      network: bin.network,
      last4: number.slice(-4),
      label: body.label ?? '',
      metadata: body.metadata ?? {},
      month: monthOf(now),
      created_at: now,
      expires_at: endOfMonthAfterYears(now, YEARS_VALID),
    }
    postFunding(changes.posting(newUuid(), TransferKind.fund, now), wallet!, card, amount)
    changes.createdCards.push(card)
    changes.history(card, 'created', now, workspace.actor, { amount })
    changes.event(workspace, 'card.created', now, { data: presentCardSummary(card) })
    await insertCard(tx, services, card, number, account!)
    return { status: 201, body: presentCard(card) }
  },
})

function offeredBin({ bins }: Services, id: string): Bin {
  const bin = bins.get(id)
  if (!bin || bin.retired) throw new ApiError('invalid_bin', 'No such BIN; GET /bins lists them.', { param: 'bin_id' })
  return bin
}

function settingsOf(body: Type.Static<typeof Body>, bin: Bin) {
  return {
    spending_limit_cents: spendingLimit(bin, body.spending_limit),
    allowed_categories: allowedCategories(body.allowed_categories ?? []),
    auto_freeze_cents: autoFreezeThreshold(body.auto_freeze_at),
  }
}

function cardNumber(services: Services, bin: Bin, counter: bigint): string {
  try {
    return services.vault.cardNumber(bin, counter)
  } catch (error) {
    if (error instanceof VaultError)
      throw new ApiError('invalid_bin', 'Every number of this BIN has been issued; choose another.', {
        param: 'bin_id',
      })
    throw error
  }
}

function blankCard() {
  return {
    available_cents: 0n,
    held_cents: 0n,
    overdraft_cents: 0n,
    month_used_cents: 0n,
    total_spent_cents: 0n,
    authorization_count: 0,
    settlement_count: 0,
    refund_count: 0,
    decline_count: 0,
    status: CardStatus.active,
    last_used_at: null,
    frozen_at: null,
    terminated_at: null,
    refunded_cents: null,
  }
}

type Holder = { holder_name: string; billing_address: Record<string, string> }

function readHolder(tx: Tx, accountId: Uuid) {
  return tx<Holder[]>`select holder_name, billing_address from accounts where id = ${accountId}`
}

/** The card, what only a reveal reads, and the route by which its number is found: three rows, one flush. */
function insertCard(tx: Tx, { vault }: Services, card: CardRow, number: string, holder: Holder): Promise<unknown> {
  return Promise.all([
    tx`
      insert into cards (bucket, id, workspace_id, available_cents, spending_limit_cents, month, auto_freeze_cents, status, created_at,
        expires_at, bin_id, network, last4, label, allowed_categories, metadata)
      values (${card.bucket}, ${card.id}, ${card.workspace_id}, ${card.available_cents}, ${card.spending_limit_cents}, ${card.month},
        ${card.auto_freeze_cents}, ${card.status}, ${card.created_at}, ${card.expires_at}, ${card.bin_id}, ${card.network}, ${card.last4},
        ${card.label}, ${textArray(card.allowed_categories)}::text::text[], ${JSON.stringify(card.metadata)}::text::jsonb)`,
    tx`
      insert into card_secrets (bucket, card_id, workspace_id, number_sealed, cvk_version, exp_month, exp_year, holder_name, billing_address)
      values (${card.bucket}, ${card.id}, ${card.workspace_id}, ${vault.seal(number, numberContext(card))}, ${vault.currentVersions().cvk},
        ${card.expires_at.getUTCMonth() + 1}, ${card.expires_at.getUTCFullYear()}, ${holder.holder_name},
        ${JSON.stringify(holder.billing_address)}::text::jsonb)`,
    tx`
      insert into card_number_routes (number_index, bucket, workspace_id, card_id)
      values (${vault.blindIndex(number)}, ${card.bucket}, ${card.workspace_id}, ${card.id})`,
  ])
}

/** A sealed number opens only for the card and workspace it was sealed for: rows cannot be swapped. */
export function numberContext(card: { workspace_id: Uuid; id: Uuid }): string {
  return `card:${card.workspace_id}:${card.id}`
}
