// Chooses where a card may be used: categories by name, or single merchant category codes.

import { Plus, Search, X } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../api/read.ts'
import type { Category } from '../api/schemas.ts'
import { words } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox, Input } from '../ui/field.tsx'
import { Failed, Loading } from '../ui/states.tsx'

type Props = { value: string[]; onChange: (entries: string[]) => void }

export function useCategories() {
  return useRead<{ data: Category[] }>({ noun: 'categories', path: '/v1/categories' })
}

export function CategoryPicker({ value, onChange }: Props) {
  const [text, setText] = useState('')
  const categories = useCategories()
  if (categories.error) return <Failed problem={categories.error} onRetry={() => void categories.refetch()} />
  if (!categories.data) return <Loading rows={3} label="Loading categories" />
  const all = categories.data.data
  const wanted = text.trim().toLowerCase()
  const code = /^\d{4}$/.test(wanted) && !value.includes(wanted) ? wanted : undefined
  const addCode = () => {
    if (!code) return
    onChange([...value, code])
    setText('')
  }
  const toggle = (entry: string) =>
    onChange(value.includes(entry) ? value.filter((each) => each !== entry) : [...value, entry])
  return (
    <div className="grid gap-3">
      <Chosen value={value} onRemove={toggle} onClear={() => onChange([])} />
      <span className="relative block">
        <Search className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-soft" aria-hidden />
        <Input
          aria-label="Search categories or type a four-digit code"
          placeholder="Search, or type a four-digit code"
          className="pl-9"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            // Enter here adds the code; the form around it is sent from its other fields.
            if (event.key !== 'Enter') return
            event.preventDefault()
            addCode()
          }}
        />
      </span>
      <div className="grid max-h-56 gap-2.5 overflow-y-auto rounded-lg border border-line p-3">
        {code && (
          <Button size="small" icon={<Plus className="size-3.5" aria-hidden />} onClick={addCode}>
            Add code {code} ({words(categoryOf(all, code)).toLowerCase()})
          </Button>
        )}
        {all
          .filter((category) => matches(category, wanted))
          .map((category) => (
            <Checkbox
              key={category.name}
              label={words(category.name)}
              hint={category.description}
              checked={value.includes(category.name)}
              onChange={() => toggle(category.name)}
            />
          ))}
      </div>
    </div>
  )
}

function matches({ name, description, mccs }: Category, wanted: string): boolean {
  return `${words(name)} ${description}`.toLowerCase().includes(wanted) || mccs.includes(wanted)
}

function categoryOf(categories: Category[], code: string): string {
  return categories.find(({ mccs }) => mccs.includes(code))?.name ?? 'other'
}

type ChosenProps = { value: string[]; onRemove: (entry: string) => void; onClear: () => void }

function Chosen({ value, onRemove, onClear }: ChosenProps) {
  if (value.length === 0)
    return <p className="text-[13px] text-soft">All categories. Choose some to allow only those.</p>
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {value.map((entry) => (
        <button
          key={entry}
          type="button"
          aria-label={`Remove ${words(entry)}`}
          onClick={() => onRemove(entry)}
          className="inline-flex items-center gap-1 rounded-full bg-accent-soft py-0.5 pr-1.5 pl-2.5 text-[13px] font-medium text-accent-ink"
        >
          {words(entry)}
          <X className="size-3.5" aria-hidden />
        </button>
      ))}
      <Button look="ghost" size="small" onClick={onClear}>
        Allow all
      </Button>
    </div>
  )
}
