import { useEffect, useState } from 'react'
import { readAmount } from './amounts.tsx'
import { AmountInput, Field } from './field.tsx'

const PAUSE_MS = 400

type Props = { label: string; value: number | undefined; onChange: (text: string | undefined) => void }

/** Filters once typing pauses. Text that is not an amount is marked as an error and does not filter. */
export function AmountFilter({ label, value, onChange }: Props) {
  const [text, setText] = useState(value?.toString() ?? '')
  const amount = readAmount(text)
  const isWrong = text.trim() !== '' && amount === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the address changes, not while typing
  useEffect(() => {
    if (value !== amount) setText(value?.toString() ?? '')
  }, [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new callback must not restart the timer
  useEffect(() => {
    if (amount === value || isWrong) return
    const timer = setTimeout(() => onChange(amount?.toString()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [amount, value, isWrong])
  return (
    <Field label={label} error={isWrong ? 'No amount' : undefined}>
      <AmountInput value={text} onChange={({ target }) => setText(target.value)} />
    </Field>
  )
}
