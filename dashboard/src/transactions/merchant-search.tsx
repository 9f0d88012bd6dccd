// The first line of the filters of purchases and transactions.

import type { ReactNode } from 'react'
import type { Filters } from '../shell/filters.ts'
import { Button } from '../ui/button.tsx'
import { SearchInput } from '../ui/search-input.tsx'

export const MAX_MERCHANT = 200

type Props = {
  merchant: string | undefined
  isNarrowed: boolean
  children?: ReactNode
  set: (changes: Filters) => void
  onClear: () => void
}

export function MerchantSearch({ merchant, isNarrowed, children, set, onClear }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      {children}
      <div className="min-w-44 flex-1">
        <SearchInput
          label="Search by merchant"
          placeholder="Search by merchant"
          maxLength={MAX_MERCHANT}
          value={merchant ?? ''}
          onSearch={(text) => set({ merchant: text })}
        />
      </div>
      {isNarrowed && (
        <Button look="ghost" onClick={onClear}>
          Clear all
        </Button>
      )}
    </div>
  )
}
