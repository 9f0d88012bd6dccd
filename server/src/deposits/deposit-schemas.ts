import Type from 'typebox'
import { currencyNames, currencyOfCode, formatCryptoAmount } from '../currencies/currencies.ts'
import { Timestamp } from '../http/schemas.ts'
import { publicId } from '../ids.ts'
import type { DepositRow } from '../ledger/rows.ts'
import { dollars } from '../money.ts'

export const depositStatusNames = ['pending', 'confirmed', 'expired'] as const
export type DepositStatusName = (typeof depositStatusNames)[number]

export const Deposit = Type.Object(
  {
    id: Type.String({ examples: ['dep_3p01m7fvfr85e5mtekznx29q5n67'] }),
    currency: Type.String({ enum: [...currencyNames] }),
    amount_crypto: Type.String({ examples: ['25000'] }),
    amount_usd: Type.Number(),
    fee_usd: Type.Number(),
    credited_usd: Type.Number({
      description:
        'The amount credited to the wallet, in USD. An estimate while the deposit is pending, 0 if it expired.',
    }),
    status: Type.String({ enum: [...depositStatusNames] }),
    tx_hash: Type.String(),
    confirmations: Type.Integer(),
    created_at: Timestamp('When the deposit was detected.'),
    confirmed_at: Type.Optional(Timestamp('When the deposit was confirmed. Present only after confirmation.')),
  },
  { $id: 'Deposit' },
)

export function presentDeposit(deposit: DepositRow) {
  const currency = currencyOfCode(deposit.currency)
  return {
    id: publicId('deposit', deposit.bucket, deposit.id),
    currency,
    amount_crypto: formatCryptoAmount(currency, deposit.amount_base),
    amount_usd: dollars(deposit.amount_usd_cents),
    fee_usd: dollars(deposit.fee_cents),
    credited_usd: dollars(deposit.credited_cents),
    status: depositStatusNames[deposit.status - 1]!,
    tx_hash: deposit.tx_hash,
    confirmations: deposit.confirmations,
    created_at: deposit.created_at.toISOString(),
    ...(deposit.confirmed_at && { confirmed_at: deposit.confirmed_at.toISOString() }),
  }
}
