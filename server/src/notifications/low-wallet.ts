// Decides when people are told that the wallet is low: once when the balance falls below the threshold, and not again
// before it has been well above the threshold. Otherwise a balance near the threshold would cause a notification with
// every purchase.

import type { Cents } from '../money.ts'

/** The balance counts as recovered at 120 % of the threshold. */
const RECOVERED_PERCENT = 120n

export type WalletWatch = { threshold: Cents | null; isLow: boolean }

/** Whether the wallet now counts as low, and whether people must be told. */
export function checkWallet(
  { threshold, isLow }: WalletWatch,
  balance: Cents,
): { isLow: boolean; isNewlyLow: boolean } {
  if (threshold === null) return { isLow: false, isNewlyLow: false }
  if (balance < threshold) return { isLow: true, isNewlyLow: !isLow }
  const hasRecovered = balance * 100n >= threshold * RECOVERED_PERCENT
  return { isLow: isLow && !hasRecovered, isNewlyLow: false }
}
