import type { Cents } from '../../money.ts'

/** `$1,200`, `1200`, `42.5`, `-42.50`: dollars as people write them. The sign says nothing: a search wants both. */
const AMOUNT = /^[-+]?\$?\s?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/

export function amountOf(text: string): Cents | undefined {
  const [, whole, fraction = ''] = AMOUNT.exec(text) ?? []
  if (whole === undefined) return undefined
  return BigInt(whole.replaceAll(',', '')) * 100n + BigInt(fraction.padEnd(2, '0'))
}
