import { CardPicker } from '../cards/card-picker.tsx'
import { useCategories } from '../cards/category-picker.tsx'
import type { Filters } from '../shell/filters.ts'
import { AmountFilter } from '../ui/amount-filter.tsx'
import { readAmount } from '../ui/amounts.tsx'
import { words } from '../ui/badge.tsx'
import { DateRange } from '../ui/date-range.tsx'
import { declineReasons, declineWords } from '../ui/declines.ts'
import { Field, Select } from '../ui/field.tsx'
import { MAX_MERCHANT, MerchantSearch } from './merchant-search.tsx'
import { dateOf } from './transaction-filters.tsx'

const statuses = [
  'pending',
  'partly_settled',
  'settled',
  'partly_refunded',
  'refunded',
  'reversed',
  'expired',
  'declined',
] as const
const reasons = Object.keys(declineReasons)
/** The most common merchant currencies. The address accepts any code. */
const currencies = ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'CAD', 'AUD', 'BRL', 'INR', 'MXN', 'PLN', 'SEK']

export type Wanted = ReturnType<typeof wantedPurchases>

/** Reads the filters from the address and drops values that the service would refuse. */
export function wantedPurchases(filters: Filters) {
  return {
    status: statuses.find((status) => status === filters.status) as string | undefined,
    reason: reasons.find((reason) => reason === filters.reason),
    card_id: filters.card_id,
    merchant: filters.merchant?.slice(0, MAX_MERCHANT),
    category: filters.category && /^[a-z_]{1,100}$/.test(filters.category) ? filters.category : undefined,
    currency: filters.currency && /^[A-Z]{3}$/.test(filters.currency) ? filters.currency : undefined,
    from: dateOf(filters.from),
    to: dateOf(filters.to),
    min_amount: readAmount(filters.min_amount ?? ''),
    max_amount: readAmount(filters.max_amount ?? ''),
  }
}

export const noPurchaseFilters: Filters = Object.fromEntries(
  Object.keys(wantedPurchases({})).map((name) => [name, undefined]),
)

export function isNarrowed(wanted: Wanted): boolean {
  return Object.values(wanted).some((value) => value !== undefined)
}

type Props = { wanted: Wanted; set: (changes: Filters) => void }

export function PurchaseFilters({ wanted, set }: Props) {
  return (
    <search className="grid grid-cols-[minmax(0,1fr)] gap-4 px-5 py-4">
      <MerchantSearch
        merchant={wanted.merchant}
        isNarrowed={isNarrowed(wanted)}
        set={set}
        onClear={() => set(noPurchaseFilters)}
      />
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5">
        <Choice
          label="Status"
          all="All statuses"
          value={wanted.status}
          options={statuses}
          nameOf={words}
          onChoose={(status) => set({ status, ...(status !== 'declined' && { reason: undefined }) })}
        />
        <Choice
          label="Reason"
          all="All reasons"
          value={wanted.reason}
          options={reasons}
          nameOf={declineWords}
          // Only declined purchases have a reason.
          onChoose={(reason) => set({ reason, ...(reason && { status: 'declined' }) })}
        />
        <CategoryChoice value={wanted.category} onChoose={(category) => set({ category })} />
        <Choice
          label="Currency"
          all="All currencies"
          value={wanted.currency}
          options={withValue(currencies, wanted.currency)}
          nameOf={(code) => code}
          onChoose={(currency) => set({ currency })}
        />
        <CardPicker label="Card" value={wanted.card_id} onChoose={(card_id) => set({ card_id })} />
        <DateRange value={wanted} all="All time" onChange={set} />
        <AmountFilter label="At least" value={wanted.min_amount} onChange={(min_amount) => set({ min_amount })} />
        <AmountFilter label="At most" value={wanted.max_amount} onChange={(max_amount) => set({ max_amount })} />
      </div>
    </search>
  )
}

function withValue(options: readonly string[], value: string | undefined): readonly string[] {
  return value === undefined || options.includes(value) ? options : [...options, value]
}

type ChoiceProps = {
  label: string
  all: string
  value: string | undefined
  options: readonly string[]
  nameOf: (value: string) => string
  onChoose: (value: string | undefined) => void
}

function Choice({ label, all, value, options, nameOf, onChoose }: ChoiceProps) {
  return (
    <Field label={label}>
      <Select value={value ?? ''} onChange={({ target }) => onChoose(target.value || undefined)}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {nameOf(option)}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function CategoryChoice({ value, onChoose }: Pick<ChoiceProps, 'value' | 'onChoose'>) {
  const known = useCategories().data?.data.map(({ name }) => name) ?? []
  return (
    <Choice
      label="Category"
      all="All categories"
      value={value}
      options={withValue(known, value)}
      nameOf={words}
      onChoose={onChoose}
    />
  )
}
