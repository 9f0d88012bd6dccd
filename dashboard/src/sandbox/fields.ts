import { type ChangeEvent, useState } from 'react'
import { readAmountIn } from '../ui/amounts.tsx'

type Change = ChangeEvent<HTMLInputElement | HTMLSelectElement>

/** What is typed into a form, and how a control takes part in it. */
export function useFields<Values extends Record<string, string>>(initial: Values) {
  const [values, set] = useState(initial)
  const change = (changes: Partial<Values>) => set((before) => ({ ...before, ...changes }))
  const bind = (name: keyof Values) => ({
    value: values[name],
    onChange: ({ target }: Change) => change({ [name]: target.value } as Partial<Values>),
  })
  return { values, change, bind }
}

/** Undefined when the text is an amount; the service checks the rest. */
export function amountError(text: string, currency = 'USD'): string | undefined {
  if (readAmountIn(currency, text) !== undefined) return undefined
  return currency === 'USD' ? 'Enter dollars and cents, such as 25.00.' : `Enter an amount in ${currency}, such as 25.`
}

/** In the form of a request, in which dollars need no currency. */
export function priceOf({ amount, currency }: { amount: string; currency: string }) {
  return { amount: readAmountIn(currency, amount)!, ...(currency !== 'USD' && { currency }) }
}
