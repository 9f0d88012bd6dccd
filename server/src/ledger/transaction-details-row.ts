// What is known about a transaction besides its amount in USD.

import type { Uuid } from '../ids.ts'

/** Null when it is not known. */
export type TransactionDetails = {
  /** Positive, in the smallest unit of its currency. Null, like the two below, when the merchant asked in USD. */
  merchant_amount: bigint | null
  merchant_currency: string | null
  conversion_rate: string | null
  processor: string | null
  network_transaction_id: string | null
  auth_code: string | null
  arn: string | null
  source: number | null
  processor_word: string | null
  /** For a decline: which limit, how much of it was used, or other details. */
  decline_detail: Readonly<Record<string, unknown>> | null
  /** The decision hook's answer, as it is shown. */
  decision: Readonly<Record<string, unknown>> | null
}

export type TransactionDetailsRow = TransactionDetails & { bucket: number; transaction_id: Uuid; workspace_id: Uuid }
