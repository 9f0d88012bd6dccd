// The table of a list that comes in pages, with the buttons to page through it.

import type { ReactNode } from 'react'
import type { Problem } from '../api/request.ts'
import { Table, type TableProps } from '../ui/table.tsx'
import { ListPager, type Paging, type ReadPage } from './paging.tsx'

type List<Row> = {
  data: (ReadPage & { data: Row[] }) | undefined
  error: Problem | null
  isFetching: boolean
  refetch: () => unknown
}

type Props<Row> = Omit<TableProps<Row>, 'reading'> & {
  list: List<Row>
  paging: Paging
  /** A line separates the table from the filters above it. */
  isBelowFilters?: boolean
  /** Shown between the table and the page buttons. */
  note?: ReactNode
}

export function ListTable<Row>({ list, paging, isBelowFilters = false, note, ...table }: Props<Row>) {
  return (
    <>
      <div className={isBelowFilters ? 'border-t border-line' : undefined}>
        <Table {...table} reading={{ ...list, data: list.data?.data }} />
      </div>
      {note}
      <ListPager paging={paging} reading={list.data} />
    </>
  )
}
