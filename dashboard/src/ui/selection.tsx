// The selected rows of a list. The selection is kept while the user moves between pages.

import { useEffect, useRef, useState } from 'react'
import type { Column } from './table.tsx'

export type Selection<Row> = {
  rows: ReadonlyMap<string, Row>
  has: (id: string) => boolean
  /** `isRange` selects all rows between this one and the row toggled before. */
  toggle: (row: Row, isRange: boolean) => void
  togglePage: () => void
  replace: (rows: Row[]) => void
  clear: () => void
  /** How many rows of the current page are selected. */
  onPage: 'none' | 'some' | 'all'
}

/** `page` holds the rows on the current page. A different `list` starts with an empty selection. */
export function useSelection<Row extends { id: string }>(page: Row[], list: string): Selection<Row> {
  const [chosen, setChosen] = useState<{ list: string; rows: ReadonlyMap<string, Row> }>({ list, rows: new Map() })
  const last = useRef<string>(undefined)
  const rows = chosen.list === list ? chosen.rows : new Map<string, Row>()
  const set = (next: ReadonlyMap<string, Row>) => setChosen({ list, rows: next })
  const toggle = (row: Row, isRange: boolean) => {
    const next = new Map(rows)
    const isChosen = !rows.has(row.id)
    for (const each of isRange ? between(page, last.current, row) : [row])
      if (isChosen) next.set(each.id, each)
      else next.delete(each.id)
    last.current = row.id
    set(next)
  }
  const count = page.filter(({ id }) => rows.has(id)).length
  const onPage = count === 0 ? 'none' : count === page.length ? 'all' : 'some'
  const togglePage = () => {
    const next = new Map(rows)
    for (const each of page)
      if (onPage === 'all') next.delete(each.id)
      else next.set(each.id, each)
    set(next)
  }
  return {
    rows,
    has: (id) => rows.has(id),
    toggle,
    togglePage,
    replace: (all) => set(new Map(all.map((each) => [each.id, each]))),
    clear: () => set(new Map()),
    onPage,
  }
}

function between<Row extends { id: string }>(page: Row[], from: string | undefined, to: Row): Row[] {
  const start = page.findIndex(({ id }) => id === from)
  const end = page.indexOf(to)
  return start < 0 ? [to] : page.slice(Math.min(start, end), Math.max(start, end) + 1)
}

/** `nameOf` names the row in the label of its checkbox. */
export function selectionColumn<Row extends { id: string }>(
  selection: Selection<Row>,
  nameOf: (row: Row) => string,
): Column<Row> {
  return {
    name: 'Select',
    isBox: true,
    head: <PageBox state={selection.onPage} onChange={selection.togglePage} />,
    cell: (row) => (
      <label className="-my-3 -ml-5 grid cursor-pointer place-items-center py-3 pl-5">
        <input
          type="checkbox"
          aria-label={`Select ${nameOf(row)}`}
          checked={selection.has(row.id)}
          // The click event tells whether Shift is held. A change by keyboard also fires a click.
          onClick={(event) => {
            if (event.shiftKey) getSelection()?.removeAllRanges()
            selection.toggle(row, event.shiftKey)
          }}
          onChange={() => undefined}
          className="size-4 accent-(--accent)"
        />
      </label>
    ),
  }
}

function PageBox({ state, onChange }: { state: Selection<unknown>['onPage']; onChange: () => void }) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'some'
  }, [state])
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label="Select all of this page"
      checked={state === 'all'}
      onChange={onChange}
      className="block size-4 accent-(--accent)"
    />
  )
}
