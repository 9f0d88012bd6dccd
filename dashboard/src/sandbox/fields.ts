import { type ChangeEvent, useState } from 'react'
import { readAmountIn } from '../ui/amounts.tsx'

type Change = ChangeEvent<HTMLInputElement | HTMLSelectElement>

/** Holds the values of a form and binds controls to them. */
export function useFields<Values extends Record<string, string>>(initial: Values) {
  const [values, set] = useState(initial)
  const change = (changes: Partial<Values>) => set((before) => ({ ...before, ...changes }))
  const bind = (name: keyof Values) => ({
    value: values[name],
    onChange: ({ target }: Change) => change({ [name]: target.value } as Partial<Values>),
  })
  return { values, change, bind }
}

/** Returns undefined when the text is an amount. The service checks the rest. */
export function amountError(text: string, currency = 'USD'): string | undefined {
  if (readAmountIn(currency, text) !== undefined) return undefined
  return currency === 'USD' ? 'Enter dollars and cents, such as 25.00.' : `Enter an amount in ${currency}, such as 25.`
}

/** Builds the request fields for a price. Dollars need no currency field. */
export function priceOf({ amount, currency }: { amount: string; currency: string }) {
  return { amount: readAmountIn(currency, amount)!, ...(currency !== 'USD' && { currency }) }
}
