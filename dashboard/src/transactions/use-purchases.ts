import { useEffect, useState } from 'react'
import type { PurchasePage } from '../../../server/src/purchases/purchase-shapes.ts'
import { useRead } from '../api/read.ts'
import type { Query } from '../api/request.ts'
import type { Paging } from '../shell/paging.tsx'

export const PURCHASES_PATH = '/dashboard/purchases'

/**
 * The service searches for rare purchases in stretches of a bounded length. While a stretch has no match, this
 * continues with the next one.
 */
export function usePurchases(asked: Query, page: Paging['query']) {
  const start = JSON.stringify([asked, page])
  const [skipped, setSkipped] = useState({ start, cursor: '' })
  const isSkipping = skipped.start === start && skipped.cursor !== ''
  const place = isSkipping ? { per_page: page.per_page, cursor: skipped.cursor } : page
  const reading = useRead<PurchasePage>({
    noun: 'transactions',
    path: PURCHASES_PATH,
    query: { ...asked, ...place },
    keepWhileLoading: true,
  })
  const { data, isPlaceholderData } = reading
  const isSearching = data?.data.length === 0 && data.pagination.next_cursor !== null
  const next = isSearching && !isPlaceholderData ? data.pagination.next_cursor : null
  useEffect(() => {
    if (next !== null) setSkipped({ start, cursor: next })
  }, [next, start])
  return { ...reading, isSearching, searchedTo: data?.pagination.searched_to ?? undefined }
}
