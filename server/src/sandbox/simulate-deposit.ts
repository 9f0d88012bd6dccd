import { randomBytes } from 'node:crypto'
import { base58 } from '@scure/base'
import Type from 'typebox'
import {
  type Currency,
  currencies,
  currencyNames,
  currencyOfCode,
  parseCryptoAmount,
  valueDeposit,
} from '../currencies/currencies.ts'
import { type Confirmation, confirmDeposit, detectDeposit, expireDeposit } from '../deposits/deposit-life.ts'
import { Deposit, presentDeposit } from '../deposits/deposit-schemas.ts'
import { refuse } from '../engine/refusal.ts'
import { ApiError } from '../errors.ts'
import { type ChangeContext, change } from '../http/route.ts'
import { idOf, Strict, Text } from '../http/schemas.ts'
import { DepositStatus } from '../ledger/rows.ts'

// Far above any real deposit, far below what the columns hold.
const MAX_CENTS = 1_000_000_000_00n

export const simulateDeposit = change({
  method: 'POST',
  url: '/sandbox/deposits',
  operationId: 'simulateDeposit',
  scope: 'sandbox:write',
  bounds: 'open',
  tag: 'Sandbox',
  access: 'develop',
  summary: 'Simulate a deposit',
  description:
    'Simulates the detection of a crypto deposit. With `confirm` it is confirmed and credited immediately, at the fixed rates of the sandbox.',
  sandboxOnly: true,
  body: Strict({
    currency: Type.String({ enum: [...currencyNames], 'x-error': 'invalid_currency' }),
    amount_crypto: Text({
      maxLength: 64,
      description: 'The amount in units of the currency, as decimal text.',
      examples: ['250.5'],
    }),
    confirm: Type.Optional(Type.Boolean({ default: false })),
  }),
  reply: { 201: Deposit },
  errors: ['invalid_currency', 'invalid_amount', 'sandbox_only'],
  check: ({ body }) => void baseUnits(body.currency as Currency, body.amount_crypto),
  needs: () => ({ wallet: true }),
  decide({ workspace, body, services }, { workspace: wallet, changes, now }) {
    const currency = body.currency as Currency
    const rate = sandboxRate(services, currency)
    const base = baseUnits(currency, body.amount_crypto)
    const deposit = detectDeposit(
      changes,
      workspace,
      { ...rate, currency, base, txHash: randomTxHash(currency), outputIndex: 0, confirmations: 0 },
      now,
    )
    if (body.confirm && deposit.status === DepositStatus.pending) confirmDeposit(changes, wallet, deposit, rate, now)
    return { status: 201, body: presentDeposit(deposit) }
  },
})

function baseUnits(currency: Currency, text: string): bigint {
  const base = parseCryptoAmount(currency, text)
  if (
    base === undefined ||
    valueDeposit(currency, base, currencies[currency].sandboxRateMicros, 0n).amount > MAX_CENTS
  ) {
    throw new ApiError(
      'invalid_amount',
      `"amount_crypto" must be a positive decimal text with at most ${currencies[currency].decimals} decimals.`,
      { param: 'amount_crypto' },
    )
  }
  return base
}

const DepositParams = Type.Object({ deposit_id: Type.String() })

export const confirmSimulatedDeposit = change({
  method: 'POST',
  url: '/sandbox/deposits/:deposit_id/confirm',
  operationId: 'confirmSimulatedDeposit',
  scope: 'sandbox:write',
  bounds: 'open',
  tag: 'Sandbox',
  access: 'develop',
  summary: 'Confirm a pending deposit',
  description: 'Confirms the deposit and credits the wallet. Repeating the call changes nothing.',
  sandboxOnly: true,
  params: DepositParams,
  reply: { 200: Deposit },
  errors: ['deposit_not_found', 'invalid_state', 'sandbox_only'],
  needs: theDeposit,
  decide({ services }, { deposit, workspace: wallet, changes, now }) {
    if (deposit.status === DepositStatus.expired) return refuse('invalid_state', 'The deposit has expired.')
    if (deposit.status === DepositStatus.pending)
      confirmDeposit(changes, wallet, deposit, sandboxRate(services, currencyOfCode(deposit.currency)), now)
    return { status: 200, body: presentDeposit(deposit) }
  },
})

export const expireSimulatedDeposit = change({
  method: 'POST',
  url: '/sandbox/deposits/:deposit_id/expire',
  operationId: 'expireSimulatedDeposit',
  scope: 'sandbox:write',
  bounds: 'open',
  tag: 'Sandbox',
  access: 'develop',
  summary: 'Expire a pending deposit',
  description: 'Expires the deposit as if it had vanished from its chain. Repeating the call changes nothing.',
  sandboxOnly: true,
  params: DepositParams,
  reply: { 200: Deposit },
  errors: ['deposit_not_found', 'invalid_state', 'sandbox_only'],
  needs: theDeposit,
  decide({ workspace }, { deposit, changes, now }) {
    if (deposit.status === DepositStatus.confirmed) return refuse('invalid_state', 'The deposit is confirmed.')
    if (deposit.status === DepositStatus.pending) expireDeposit(changes, workspace, deposit, now)
    return { status: 200, body: presentDeposit(deposit) }
  },
})

function theDeposit({ workspace, params }: ChangeContext<{ deposit_id: string }, unknown, unknown, undefined>) {
  return { deposits: [idOf('deposit', workspace, params.deposit_id)], wallet: true }
}

/** A confirmation at the configured depth and the fixed rate. */
export function sandboxRate(
  { config }: { config: { depositFeeBps: bigint; chains: { confirmations: Record<Currency, number> } } },
  currency: Currency,
): Confirmation {
  return {
    rateMicros: currencies[currency].sandboxRateMicros,
    feeBps: config.depositFeeBps,
    confirmations: config.chains.confirmations[currency],
    sources: null,
  }
}

/** A hash in the form of the currency's chain, so that clients see the same form as in production. */
export function randomTxHash(currency: Currency): string {
  if (currency === 'btc') return randomBytes(32).toString('hex')
  if (currency === 'sol') return base58.encode(randomBytes(64))
  return `0x${randomBytes(32).toString('hex')}`
}
