import type { ListTransactionsParams } from '../api/schemas.ts'
import { CardPicker } from '../cards/card-picker.tsx'
import type { Filters } from '../shell/filters.ts'
import { TagFilter } from '../transaction-notes/tag-filter.tsx'
import { AmountFilter } from '../ui/amount-filter.tsx'
import { readAmount } from '../ui/amounts.tsx'
import { words } from '../ui/badge.tsx'
import { Choices } from '../ui/choices.tsx'
import { DateRange } from '../ui/date-range.tsx'
import { MAX_MERCHANT, MerchantSearch } from './merchant-search.tsx'

const types = ['authorization', 'settlement', 'refund', 'decline'] as const
const names = ['card_id', 'type', 'merchant', 'from', 'to', 'min_amount', 'max_amount', 'tag'] as const
const DATE = /^\d{4}-\d{2}-\d{2}$/
const MAX_TAG = 40

export type Wanted = Pick<ListTransactionsParams, Exclude<(typeof names)[number], 'tag'>> & { tag: string | undefined }
export const noTransactionFilters: Filters = Object.fromEntries(names.map((name) => [name, undefined]))

/** Reads the filters from the address and drops values that the service would refuse. */
export function wantedTransactions(filters: Filters): Wanted {
  return {
    card_id: filters.card_id,
    type: types.find((type) => type === filters.type),
    merchant: filters.merchant?.slice(0, MAX_MERCHANT),
    from: dateOf(filters.from),
    to: dateOf(filters.to),
    min_amount: readAmount(filters.min_amount ?? ''),
    max_amount: readAmount(filters.max_amount ?? ''),
    tag: filters.tag?.slice(0, MAX_TAG),
  }
}

export function dateOf(text: string | undefined): string | undefined {
  return text && DATE.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}

export function isNarrowed(wanted: Wanted): boolean {
  return names.some((name) => wanted[name] !== undefined)
}

type Props = { wanted: Wanted; set: (changes: Filters) => void }

export function TransactionFilters({ wanted, set }: Props) {
  return (
    <search className="grid grid-cols-[minmax(0,1fr)] gap-4 px-5 py-4">
      <MerchantSearch
        merchant={wanted.merchant}
        isNarrowed={isNarrowed(wanted)}
        set={set}
        onClear={() => set(noTransactionFilters)}
      >
        <Choices
          label="Type"
          value={wanted.type ?? ''}
          options={[{ value: '', name: 'All' }, ...types.map((value) => ({ value, name: `${words(value)}s` }))]}
          onChoose={(type) => set({ type })}
        />
      </MerchantSearch>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-[1.4fr_1fr_1fr_1fr_1fr]">
        <div className="max-lg:col-span-2">
          <CardPicker label="Card" value={wanted.card_id} onChoose={(card_id) => set({ card_id })} />
        </div>
        <DateRange value={wanted} all="All time" onChange={set} />
        <AmountFilter label="At least" value={wanted.min_amount} onChange={(min_amount) => set({ min_amount })} />
        <AmountFilter label="At most" value={wanted.max_amount} onChange={(max_amount) => set({ max_amount })} />
      </div>
      <TagFilter tag={wanted.tag} onChoose={(tag) => set({ tag })} />
    </search>
  )
}
