import Type from 'typebox'
import type { Workspace } from '../accounts/workspace.ts'
import { type Bin, cardSequence } from '../bins/bin-directory.ts'
import { ControlsInput } from '../controls/control-schemas.ts'
import { newControls } from '../controls/read-controls.ts'
import type { Sql } from '../database/database.ts'
import { Refusal, refuse } from '../engine/refusal.ts'
import { ApiError, errorOf } from '../http/errors.ts'
import { change, Pending } from '../http/route.ts'
import { Dollars, Strict, Text } from '../http/schemas.ts'
import { newUuid, type Uuid } from '../ids.ts'
import { postFunding } from '../ledger/postings.ts'
import type { CardRow, IssuanceRow, NumberedCard, WorkspaceRow } from '../ledger/rows.ts'
import { TransferKind } from '../ledger/transfer-kinds.ts'
import { type Cents, centsFromDollars } from '../money.ts'
import { beginIssuance, issueOutside } from '../processors/issue-card.ts'
import type { Services } from '../services.ts'
import { VaultError } from '../vault/vault.ts'
import { allowedCategories, autoFreezeThreshold, spendingLimit } from './card-rules.ts'
import { Card, Metadata, presentCard } from './card-schemas.ts'
import { refuseHeld } from './find-card.ts'
import { announceCard, type CardSettings, expiryOf, newCardRow } from './new-card.ts'

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
  controls: Type.Optional(ControlsInput),
})

export const createCard = change({
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
    'invalid_controls',
    'invalid_state',
    'insufficient_funds',
    'processor_refused',
  ],
  limit: 'card_creations',
  check: ({ body, services, workspace }) => settingsOf(body, offeredBin(services, workspace, body.bin_id)),
  prepare: ({ sql, workspace }) => readHolder(sql, workspace.accountId),
  needs: ({ body, services, workspace, key }) => {
    const isOutside = offeredBin(services, workspace, body.bin_id).processor !== 'sandbox'
    if (!isOutside) return { wallet: true, sequence: cardSequence(body.bin_id) }
    return { wallet: true, ...(key && { issuanceOf: key.keyHash }) }
  },
  decide(context, books) {
    const { workspace, body, services, prepared: holder } = context
    const { workspace: wallet, changes, now, takeNumber, issuance } = books
    if (issuance) return new Pending(issuance)
    const amount = centsFromDollars(body.amount)
    const refusal = refuseHeld(wallet) ?? refuseUnfunded(wallet, amount)
    if (refusal) return refusal
    const bin = offeredBin(services, workspace, body.bin_id)
    const settings = settingsOf(body, bin)
    if (bin.processor !== 'sandbox')
      return new Pending(beginIssuance(books, bin, { ...settings, ...holder }, amount, context))
    const number = cardNumber(services, bin, takeNumber())
    if (number instanceof Refusal) return number
    const made = { last4: number.slice(-4), expiresAt: expiryOf(now) }
    const card = newCardRow(workspace, newUuid(), bin, settings, made, now)
    postFunding(changes.posting(newUuid(), TransferKind.fund, now), wallet, card, amount)
    changes.newCards.push(issued(services, card, number, holder))
    announceCard(changes, workspace, card, workspace.actor, amount, now)
    return { status: 201, body: presentCard(card) }
  },
  resume: ({ services, workspace }, issuance: IssuanceRow) => issueOutside(services, workspace, issuance),
})

function refuseUnfunded(wallet: WorkspaceRow, amount: Cents): Refusal | undefined {
  if (wallet.wallet_cents >= amount) return undefined
  return refuse('insufficient_funds', 'The wallet balance is too low for this amount.')
}

function offeredBin({ bins }: Services, { environment }: Workspace, id: string): Bin {
  const bin = bins.get(id)
  if (bin && !bin.retired && bin.environment === environment) return bin
  const isEmpty = bins.offered(environment).length === 0
  const message = isEmpty
    ? 'There are no BINs for live cards yet: the operator of this service must connect a processor first.'
    : 'No such BIN; GET /bins lists them.'
  throw new ApiError('invalid_bin', message, { param: 'bin_id' })
}

function settingsOf(body: Type.Static<typeof Body>, bin: Bin): CardSettings {
  const limit = spendingLimit(bin, body.spending_limit)
  if (limit instanceof Refusal) throw errorOf(limit)
  return {
    label: body.label ?? '',
    metadata: body.metadata ?? {},
    spending_limit_cents: limit,
    allowed_categories: allowedCategories(body.allowed_categories ?? []),
    auto_freeze_cents: autoFreezeThreshold(body.auto_freeze_at),
    controls: newControls(body.controls),
  }
}

function cardNumber(services: Services, bin: Bin, counter: bigint): string | Refusal {
  try {
    return services.vault.cardNumber(bin, counter)
  } catch (error) {
    if (error instanceof VaultError)
      return refuse('invalid_bin', 'Every number of this BIN has been issued; choose another.', 'bin_id')
    throw error
  }
}

type Holder = { holder_name: string; billing_address: Record<string, string> }

async function readHolder(sql: Sql, accountId: Uuid): Promise<Holder> {
  const [holder] = await sql<Holder[]>`select holder_name, billing_address from accounts where id = ${accountId}`
  return holder!
}

function issued({ vault }: Services, card: CardRow, number: string, holder: Holder): NumberedCard {
  return {
    card,
    numberIndex: vault.blindIndex(number),
    secrets: {
      ...holder,
      bucket: card.bucket,
      card_id: card.id,
      workspace_id: card.workspace_id,
      number_sealed: vault.seal(number, numberContext(card)),
      cvk_version: vault.currentVersions().cvk,
      exp_month: card.expires_at.getUTCMonth() + 1,
      exp_year: card.expires_at.getUTCFullYear(),
    },
  }
}

/** A sealed number opens only for the card and workspace it was sealed for: rows cannot be swapped. */
export function numberContext(card: { workspace_id: Uuid; id: Uuid }): string {
  return `card:${card.workspace_id}:${card.id}`
}
