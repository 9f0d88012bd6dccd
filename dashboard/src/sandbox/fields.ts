import { type ChangeEvent, useState } from 'react'
import { readAmount } from '../ui/amounts.tsx'

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

/** Undefined when it is an amount: the rest is for the service to judge. */
export function amountError(text: string): string | undefined {
  return readAmount(text) === undefined ? 'Enter dollars and cents, such as 25.00.' : undefined
}
