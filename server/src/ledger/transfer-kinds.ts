// Why a transfer was posted. Rows store the number; the names appear in GET /wallet/transactions and the audit.

export const TransferKind = {
  deposit: 1,
  fund: 2,
  withdraw: 3,
  terminate: 4,
  hold: 5,
  settle: 6,
  reverse: 7,
  expire: 8,
  refund: 9,
  deposit_reversal: 10,
  /** From a card to the card that replaces it; it does not move the wallet. */
  replace: 11,
} as const
export type TransferKind = (typeof TransferKind)[keyof typeof TransferKind]
