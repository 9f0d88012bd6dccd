// Chooses several cards by their labels or last four digits.

import { useDeferredValue, useState } from 'react'
import type { CardName } from '../../../server/src/dashboard/shapes/cards.ts'
import { ChipPicker, type Option } from '../ui/chip-picker.tsx'
import { shortId, useCardNames } from './card-names.ts'
import { useFoundCards } from './use-found-cards.ts'

const OFFERED = 20

type Props = {
  label: string
  hint?: string
  error: string | undefined
  max: number
  value: string[]
  onChange: (cardIds: string[]) => void
}

export function CardsPicker({ label, hint, error, max, value, onChange }: Props) {
  const [text, setText] = useState('')
  const [seen, setSeen] = useState<Record<string, string>>({})
  const nameOf = useCardNames(value)
  const { options, isFound } = useCardOptions(text)
  const add = (id: string) => {
    const name = options.find((option) => option.value === id)?.name
    if (name) setSeen({ ...seen, [id]: name })
    onChange([...value, id])
  }
  return (
    <ChipPicker
      label={label}
      hint={hint}
      error={error}
      max={max}
      placeholder="Label or last four digits"
      chosen={value.map((id) => ({ value: id, name: chipName(nameOf(id)) ?? seen[id] ?? `Card ${shortId(id)}` }))}
      options={options}
      none={isFound ? 'No card matches.' : 'Loading the cards.'}
      onType={setText}
      onAdd={add}
      onRemove={(id) => onChange(value.filter((each) => each !== id))}
    />
  )
}

function chipName(card: CardName | null | undefined): string | undefined {
  return card ? `${card.label} •••• ${card.last4}`.trim() : undefined
}

function useCardOptions(text: string): { options: Option[]; isFound: boolean } {
  const { data } = useFoundCards(useDeferredValue(text), OFFERED)
  const options = data?.data.map(({ id, label, last4 }) => ({
    value: id,
    name: label || `•••• ${last4}`,
    hint: label ? `•••• ${last4}` : 'No label',
  }))
  return { options: options ?? [], isFound: data !== undefined }
}
