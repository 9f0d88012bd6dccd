// The details of a transaction that a processor gives besides its amount.

import type { ForeignAmount } from '../foreign-money.ts'
import { foreignDetails } from '../ledger/transaction-details.ts'
import type { TransactionDetails } from '../ledger/transaction-details-row.ts'
import type { NetworkReferences } from '../processors/question.ts'

type Said = { network?: NetworkReferences; foreign?: ForeignAmount }

export function networkDetails(processor: string, { network, foreign }: Said): Partial<TransactionDetails> {
  return {
    processor,
    network_transaction_id: network?.transactionId ?? null,
    auth_code: network?.authCode ?? null,
    arn: network?.arn ?? null,
    ...(foreign && foreignDetails(foreign)),
  }
}
