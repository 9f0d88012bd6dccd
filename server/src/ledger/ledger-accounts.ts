// The books of a workspace. Each ledger account is a column that holds its balance, kept in the same
// transaction as the transfers that move it: card accounts on the card's row, the rest on the workspace's.

export const LedgerAccount = {
  cardAvailable: 1,
  cardHeld: 2,
  cardOverdraft: 3,
  wallet: 4,
  owed: 5,
  cryptoClearing: 6,
  depositFees: 7,
  networkSettlement: 8,
  cardIssuing: 9,
} as const
export type LedgerAccount = (typeof LedgerAccount)[keyof typeof LedgerAccount]

// A debit increases an asset (what we are owed). A credit increases a liability (what we owe).
const assets = new Set<LedgerAccount>([LedgerAccount.cardOverdraft, LedgerAccount.owed, LedgerAccount.cryptoClearing])

export function isAsset(account: LedgerAccount): boolean {
  return assets.has(account)
}

/** The balance of a ledger account from the sums of its debits and credits. */
export function balanceOf(account: LedgerAccount, debits: bigint, credits: bigint): bigint {
  return isAsset(account) ? debits - credits : credits - debits
}
