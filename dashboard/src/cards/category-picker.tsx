// Chooses merchant categories by name, or single merchant category codes.

import { useRead } from '../api/read.ts'
import type { Category } from '../api/schemas.ts'
import { words } from '../ui/badge.tsx'
import { ChipPicker, type Option } from '../ui/chip-picker.tsx'

type Props = {
  label: string
  hint?: string | undefined
  error?: string | undefined
  placeholder?: string | undefined
  value: string[]
  onChange: (entries: string[]) => void
}

export function useCategories() {
  return useRead<{ data: Category[] }>({ noun: 'categories', path: '/v1/categories' })
}

/** `entry` is the name of a category or a four-digit merchant category code. */
export function categoryName(entry: string): string {
  return /^\d{4}$/.test(entry) ? `Code ${entry}` : words(entry)
}

export function CategoryPicker({ label, hint, error, placeholder, value, onChange }: Props) {
  const categories = useCategories()
  const all = categories.data?.data ?? []
  return (
    <ChipPicker
      label={label}
      hint={hint}
      error={error}
      placeholder={placeholder ?? 'Search, or type a four-digit code'}
      chosen={value.map((entry) => ({ value: entry, name: categoryName(entry) }))}
      options={all.map(({ name, description, mccs }) => ({
        value: name,
        name: words(name),
        hint: description,
        also: mccs.join(' '),
      }))}
      fromText={(text) => codeOption(all, text)}
      none={categories.error ? categories.error.message : categories.data ? undefined : 'Loading the categories.'}
      onAdd={(entry) => onChange([...value, entry])}
      onRemove={(entry) => onChange(value.filter((each) => each !== entry))}
    />
  )
}

function codeOption(categories: Category[], text: string): Option[] {
  if (!/^\d{4}$/.test(text)) return []
  const category = categories.find(({ mccs }) => mccs.includes(text))?.name ?? 'other'
  return [{ value: text, name: `Code ${text}`, hint: `This code alone, of ${words(category).toLowerCase()}` }]
}
