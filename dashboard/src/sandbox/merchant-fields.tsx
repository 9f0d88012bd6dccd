import { Field, Input, Select } from '../ui/field.tsx'
import { type Merchant, merchants } from './merchants.ts'

type Props = { value: Merchant; error: string | undefined; onChange: (merchant: Merchant) => void }

/** Chooses a merchant from the list. Each field can be edited to describe any other merchant. */
export function MerchantFields({ value, error, onChange }: Props) {
  const index = merchants.findIndex(({ merchant }) => isSame(merchant, value))
  return (
    <div className="grid gap-3">
      <Field label="Kind of merchant">
        <Select value={index} onChange={({ target }) => onChange(merchants[Number(target.value)]!.merchant)}>
          {index === -1 && <option value={-1}>Your own</option>}
          {merchants.map(({ what, merchant }, each) => (
            <option key={merchant.mcc} value={each}>
              {what}
            </option>
          ))}
        </Select>
      </Field>
      <div className="grid grid-cols-[minmax(0,1fr)_5rem_5rem] gap-3">
        <Field label="Merchant" error={error}>
          <Input
            required
            maxLength={100}
            value={value.name}
            onChange={({ target }) => onChange({ ...value, name: target.value })}
          />
        </Field>
        <Field label="MCC">
          <Input
            required
            inputMode="numeric"
            pattern="[0-9]{4}"
            title="Four digits"
            maxLength={4}
            value={value.mcc}
            onChange={({ target }) => onChange({ ...value, mcc: target.value })}
          />
        </Field>
        <Field label="Country">
          <Input
            required
            pattern="[A-Z]{2}"
            title="Two capital letters"
            maxLength={2}
            value={value.country}
            onChange={({ target }) => onChange({ ...value, country: target.value.toUpperCase() })}
          />
        </Field>
      </div>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Merchant id" optional>
          <Input
            maxLength={15}
            value={value.id ?? ''}
            onChange={({ target }) => onChange(withPart(value, 'id', target.value))}
          />
        </Field>
        <Field label="City" optional>
          <Input
            maxLength={100}
            value={value.city ?? ''}
            onChange={({ target }) => onChange(withPart(value, 'city', target.value))}
          />
        </Field>
      </div>
    </div>
  )
}

const parts = ['name', 'mcc', 'country', 'id', 'city'] as const

function isSame(one: Merchant, other: Merchant): boolean {
  return parts.every((part) => one[part] === other[part])
}

/** An empty field is left out of the request. */
function withPart(merchant: Merchant, part: 'id' | 'city', text: string): Merchant {
  const { [part]: _, ...rest } = merchant
  return { ...rest, ...(text !== '' && { [part]: text }) }
}
