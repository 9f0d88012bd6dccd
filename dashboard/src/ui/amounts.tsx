import { classes } from './classes.ts'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

export function money(amount: number): string {
  return dollars.format(amount)
}

/** Shows the currency code, as in `EUR 25.00`, because several currencies share a symbol. */
export function foreignMoney(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    maximumFractionDigits: 3,
  }).format(amount)
}

/** The amount of a movement. With `signed`, an incoming amount gets a plus sign and is green. */
export function Amount({ of, signed = false, className }: { of: number; signed?: boolean; className?: string }) {
  const text = signed && of > 0 ? `+${money(of)}` : money(of)
  return (
    <span className={classes('tabular whitespace-nowrap', signed && of > 0 && 'text-good', className)}>{text}</span>
  )
}

/** Parses an amount in dollars. Returns undefined for text that is not an amount with at most two decimals. */
export function readAmount(text: string): number | undefined {
  const plain = text.trim().replace(/^\$/, '').replaceAll(',', '')
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined
}

/** Parses an amount in any currency. The service checks the number of decimals. */
export function readAmountIn(currency: string, text: string): number | undefined {
  if (currency === 'USD') return readAmount(text)
  const plain = text.trim().replaceAll(',', '')
  return /^\d{1,9}(\.\d{1,3})?$/.test(plain) ? Number(plain) : undefined
}
