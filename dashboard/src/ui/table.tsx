// A list of rows. Columns are hidden by the width of the table, which can be much narrower than the screen.

import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { Problem } from '../api/request.ts'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { Failed, Skeleton } from './states.tsx'
import { useZone, zoneMark } from './zone.ts'

export type Column<Row> = {
  name: string
  /** Numbers, aligned to the right. */
  figures?: boolean
  /** The name is only for screen readers, because the cells explain themselves. */
  isNameHidden?: boolean
  /** Hidden if the table is narrower than 520, 700, 860 or 1,000 px. */
  from?: 'sm' | 'md' | 'lg' | 'xl'
  /** The value of the `sort` parameter for this column. */
  sort?: string
  /** The column holds times, so its heading shows the time zone. */
  isTime?: boolean
  cell: (row: Row) => ReactNode
  /** Replaces the name in the heading. */
  head?: ReactNode
  /** The column holds only a checkbox and is as narrow as one. */
  isBox?: boolean
}

export type Sorting = { by: string; order: 'asc' | 'desc'; onSort: (by: string, order: 'asc' | 'desc') => void }

type Reading<Row> = { data: Row[] | undefined; error: Problem | null; isFetching: boolean; refetch: () => unknown }

export type TableProps<Row> = {
  label: string
  columns: Column<Row>[]
  reading: Reading<Row>
  keyOf: (row: Row) => string
  onOpen?: ((row: Row) => void) | undefined
  empty: ReactNode
  /** Marks rows that have just arrived, so their arrival is visible. */
  isNew?: ((row: Row) => boolean) | undefined
  sorting?: Sorting | undefined
  isSelected?: ((row: Row) => boolean) | undefined
}

const hidden = {
  sm: '@max-[520px]:hidden',
  md: '@max-[700px]:hidden',
  lg: '@max-[860px]:hidden',
  xl: '@max-[1000px]:hidden',
}
const padding = 'px-2.5 first:pl-5 last:pr-5 @min-[520px]:px-5'

export function Table<Row>({
  label,
  columns,
  reading,
  keyOf,
  onOpen,
  empty,
  isNew,
  sorting,
  isSelected,
}: TableProps<Row>) {
  const { data, error } = reading
  if (error && !data) return <Failed problem={error} onRetry={reading.refetch} />
  if (data?.length === 0) return empty
  return (
    <div className="@container relative overflow-x-auto" tabIndex={-1}>
      <table className="w-full border-collapse text-sm" aria-label={label} aria-busy={reading.isFetching}>
        <thead>
          <tr className="border-b border-line">
            {columns.map((column) => (
              <Head key={column.name} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {data
            ? data.map((row) => (
                <Row
                  key={keyOf(row)}
                  row={row}
                  columns={columns}
                  onOpen={onOpen}
                  isNew={isNew?.(row) ?? false}
                  isSelected={isSelected?.(row)}
                />
              ))
            : skeletonRows(columns)}
        </tbody>
      </table>
    </div>
  )
}

function cellLook<Row>({ figures, from, isBox }: Column<Row>): string {
  return classes(
    isBox ? 'w-9 pl-5' : padding,
    'py-3 align-middle',
    figures && 'text-right tabular whitespace-nowrap',
    from && hidden[from],
  )
}

function Head<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | undefined }) {
  const isSorted = sorting !== undefined && column.sort !== undefined && sorting.by === column.sort
  const look = classes(
    column.isBox ? 'w-9 pl-5' : padding,
    'py-2.5 text-left text-xs font-medium whitespace-nowrap text-soft',
    column.figures && 'text-right',
    column.from && hidden[column.from],
  )
  if (!sorting || !column.sort)
    return (
      <th scope="col" className={look}>
        {column.head ?? (column.isNameHidden ? <span className="sr-only">{column.name}</span> : column.name)}
        {column.isTime && <ZoneMark />}
      </th>
    )
  const next = isSorted && sorting.order === 'desc' ? 'asc' : 'desc'
  const Arrow = sorting.order === 'desc' ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      className={look}
      aria-sort={isSorted ? (sorting.order === 'desc' ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className="inline-flex items-center gap-1 rounded hover:text-ink"
        onClick={() => sorting.onSort(column.sort!, next)}
      >
        {column.name}
        {column.isTime && <ZoneMark />}
        {isSorted && <Arrow className="size-3" aria-hidden />}
      </button>
    </th>
  )
}

/** The zone is not part of the column's name. */
function ZoneMark() {
  const zone = useZone()
  return (
    <span className="font-normal" title={`Times are in ${zone}`}>
      {' '}
      {zoneMark(zone)}
    </span>
  )
}

/**
 * A row that can be opened also contains a link or a button. The click on the rest of the row is a convenience for the
 * mouse.
 */
function Row<Row>({
  row,
  columns,
  onOpen,
  isNew,
  isSelected,
}: {
  row: Row
  columns: Column<Row>[]
  onOpen: ((row: Row) => void) | undefined
  isNew: boolean
  isSelected: boolean | undefined
}) {
  return (
    <tr
      className={classes(
        'border-b border-line last:border-0',
        onOpen && 'cursor-pointer hover:bg-sunken/60',
        isNew && 'animate-arrive',
        isSelected && 'bg-accent-soft/40',
      )}
      onClick={
        onOpen &&
        ((event) => {
          if (!(event.target as HTMLElement).closest('a, button, input, label, [role="menuitem"]')) onOpen(row)
        })
      }
    >
      {columns.map((column) => (
        <td key={column.name} className={cellLook(column)}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}

function skeletonRows<Row>(columns: Column<Row>[]) {
  return Array.from({ length: 6 }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
    <tr key={index} className="border-b border-line last:border-0">
      {columns.map((column) => (
        <td key={column.name} className={cellLook(column)}>
          <Skeleton className={classes('h-4', column.figures ? 'ml-auto w-16' : 'w-28')} />
        </td>
      ))}
    </tr>
  ))
}

/** If the address names a page past the end, the last page is opened. */
type PagerProps = {
  page: number
  perPage: number
  /** Undefined if the list is not counted. */
  total: number | undefined
  capped?: boolean | undefined
  /** The number of rows on the page and whether more follow, for lists that know this better than the total does. */
  count?: number
  hasNext?: boolean | undefined
  onPage: (page: number) => void
}

export function Pager({ page, perPage, total, capped, count, hasNext, onPage }: PagerProps) {
  const lastPage = total === undefined ? page : Math.max(1, Math.ceil(total / perPage))
  const isPastEnd = !count && page > lastPage && !capped
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new callback must not run the effect again
  useEffect(() => {
    if (isPastEnd) onPage(lastPage)
  }, [isPastEnd, lastPage])
  const isOnly = total === undefined && page === 1 && !hasNext
  if (total === 0 || isPastEnd || isOnly) return null
  const first = (page - 1) * perPage + 1
  const last = first - 1 + (count ?? Math.min(perPage, (total ?? 0) - first + 1))
  return (
    <nav
      aria-label="Pages"
      className="flex items-center justify-between gap-3 border-t border-line px-5 py-3 text-[13px] text-soft"
    >
      <span className="tabular">
        {first.toLocaleString('en-US')}–{last.toLocaleString('en-US')}
        {total !== undefined && ` of ${total.toLocaleString('en-US')}${capped ? '+' : ''}`}
      </span>
      <span className="flex gap-2">
        <Button
          size="small"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
          icon={<ChevronLeft className="size-3.5" aria-hidden />}
        >
          Previous
        </Button>
        <Button size="small" disabled={!(hasNext ?? last < (total ?? 0))} onClick={() => onPage(page + 1)}>
          Next
          <ChevronRight className="size-3.5" aria-hidden />
        </Button>
      </span>
    </nav>
  )
}
