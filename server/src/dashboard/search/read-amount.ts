import type { Cents } from '../../money.ts'

/** Dollars as people write them: `$1,200`, `1200`, `42.5`, `-42.50`. The sign is ignored, since a search wants both. */
const AMOUNT = /^[-+]?\$?\s?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/

export function amountOf(text: string): Cents | undefined {
  const [, whole, fraction = ''] = AMOUNT.exec(text) ?? []
  if (whole === undefined) return undefined
  return BigInt(whole.replaceAll(',', '')) * 100n + BigInt(fraction.padEnd(2, '0'))
}
