import { countryName } from '../cards/bin-words.ts'
import { ChipPicker } from '../ui/chip-picker.tsx'
import { Choices } from '../ui/choices.tsx'
import { countries } from './countries.ts'
import type { ControlsDraft } from './draft.ts'

type Props = {
  value: ControlsDraft
  error: string | undefined
  onChange: (changes: Partial<ControlsDraft>) => void
}

const ways = [
  { value: 'anywhere', name: 'Anywhere' },
  { value: 'allowed', name: 'Only in' },
  { value: 'blocked', name: 'Not in' },
] as const

export function CountryFields({ value, error, onChange }: Props) {
  const { where, countries: chosen } = value
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <span className="text-[13px] font-medium" aria-hidden>
        Countries
      </span>
      <Choices label="Countries" value={where} options={ways} onChoose={(next) => onChange({ where: next })} />
      {where !== 'anywhere' && (
        <ChipPicker
          label={where === 'allowed' ? 'Only merchants in' : 'No merchants in'}
          error={error}
          placeholder="Search by name"
          chosen={chosen.map((code) => ({ value: code, name: countryName(code) }))}
          options={countries}
          none="There is no such country."
          onAdd={(code) => onChange({ countries: [...chosen, code] })}
          onRemove={(code) => onChange({ countries: chosen.filter((each) => each !== code) })}
        />
      )}
    </div>
  )
}
