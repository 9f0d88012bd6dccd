import type { ListCardsParams } from '../api/schemas.ts'
import type { Filters } from '../shell/filters.ts'
import { words } from '../ui/badge.tsx'
import { Choices } from '../ui/choices.tsx'
import { Select } from '../ui/field.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { binName, useBins } from './bin-words.ts'

const statuses = ['active', 'frozen', 'terminated'] as const
const sorts = ['created_at', 'balance', 'last_used'] as const

/** The maximum length of a label and of a search text. */
export const MAX_LABEL = 64

/**
 * The filters in the address. Values that the service does not know are ignored, so a mistyped address shows the whole
 * list.
 */
export function wantedCards(filters: Filters): ListCardsParams & { sort: string; order: 'asc' | 'desc' } {
  return {
    status: statuses.find((status) => status === filters.status),
    bin_id: filters.bin_id,
    // Bookmarked addresses may still use `label`.
    search: (filters.search ?? filters.label)?.slice(0, MAX_LABEL),
    sort: sorts.find((sort) => sort === filters.sort) ?? 'created_at',
    order: filters.order === 'asc' ? 'asc' : 'desc',
  }
}

/** The export has no sort order, because balances and last use can change while the file is written. */
export function exportedCards({ status, bin_id, search }: ListCardsParams) {
  return { status, bin_id, search }
}

export const noCardFilters: Filters = { status: undefined, bin_id: undefined, search: undefined, label: undefined }

export function isFiltered({ status, bin_id, search }: ListCardsParams): boolean {
  return status !== undefined || bin_id !== undefined || search !== undefined
}

const orders: Record<string, string> = {
  'created_at desc': 'Newest first',
  'created_at asc': 'Oldest first',
  'balance desc': 'Highest balance first',
  'balance asc': 'Lowest balance first',
  'last_used desc': 'Recently used first',
  'last_used asc': 'Longest unused first',
}

type Props = { wanted: ReturnType<typeof wantedCards>; set: (changes: Filters) => void }

export function CardListFilters({ wanted, set }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-3 px-5 py-4">
      <Choices
        label="Status"
        value={wanted.status ?? ''}
        options={[{ value: '', name: 'All' }, ...statuses.map((value) => ({ value, name: words(value) }))]}
        onChoose={(status) => set({ status })}
      />
      <div className="min-w-44 flex-1">
        <SearchInput
          label="Search by label or last four digits"
          placeholder="Label or last four digits"
          maxLength={MAX_LABEL}
          value={wanted.search ?? ''}
          onSearch={(search) => set({ search, label: undefined })}
        />
      </div>
      <BinFilter value={wanted.bin_id ?? ''} onChoose={(bin_id) => set({ bin_id })} />
      <Select
        aria-label="Sort"
        className="w-full sm:w-48"
        value={`${wanted.sort} ${wanted.order}`}
        onChange={({ target }) => {
          const [sort, order] = target.value.split(' ')
          set({ sort, order })
        }}
      >
        {Object.entries(orders).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  )
}

function BinFilter({ value, onChoose }: { value: string; onChoose: (bin: string) => void }) {
  const bins = useBins().data?.data ?? []
  return (
    <Select aria-label="BIN" className="w-full sm:w-56" value={value} onChange={({ target }) => onChoose(target.value)}>
      <option value="">All BINs</option>
      {/* A BIN that is no longer offered may still have cards. */}
      {value !== '' && !bins.some(({ id }) => id === value) && <option value={value}>{value}</option>}
      {bins.map((bin) => (
        <option key={bin.id} value={bin.id}>
          {binName(bin)}
        </option>
      ))}
    </Select>
  )
}
