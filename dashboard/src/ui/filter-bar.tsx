// Filters for a list. Each control writes to the address (see shell/filters.ts), so a filtered list can be shared.

import type { ReactNode } from 'react'
import type { Filters } from '../shell/filters.ts'
import { Button } from './button.tsx'
import { DateRange } from './date-range.tsx'
import { Field, Select } from './field.tsx'
import { SearchInput } from './search-input.tsx'

type Props = { filters: Filters; onChange: (changes: Filters) => void; names: string[]; children: ReactNode }

/** `names` are the filters that this bar sets and clears together. */
export function FilterBar({ filters, onChange, names, children }: Props) {
  const isSet = names.some((name) => filters[name] !== undefined)
  return (
    <search className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      {children}
      {isSet && (
        <Button look="ghost" onClick={() => onChange(Object.fromEntries(names.map((name) => [name, undefined])))}>
          Clear filters
        </Button>
      )}
    </search>
  )
}

type ControlProps = { label: string; name: string; filters: Filters; onChange: (changes: Filters) => void }
type Option = { value: string; name: string }

export function FilterSelect({
  label,
  name,
  filters,
  onChange,
  all,
  options,
}: ControlProps & { all: string; options: Option[] }) {
  return (
    <Field label={label}>
      <Select
        className="sm:w-36"
        value={filters[name] ?? ''}
        onChange={(event) => onChange({ [name]: event.target.value || undefined })}
      >
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

type TextProps = ControlProps & { placeholder: string; maxLength: number }

export function FilterText({ label, name, filters, onChange, placeholder, maxLength }: TextProps) {
  return (
    <div className="sm:w-40">
      <Field label={label}>
        <SearchInput
          label={label}
          placeholder={placeholder}
          maxLength={maxLength}
          value={filters[name] ?? ''}
          onSearch={(text) => onChange({ [name]: text || undefined })}
        />
      </Field>
    </div>
  )
}

/** Whole days of the chosen time zone, both included. `useInstants` converts them to instants for a request. */
export function FilterDates({ filters, onChange }: Omit<ControlProps, 'label' | 'name'>) {
  return <DateRange value={filters} all="All time" onChange={onChange} />
}
