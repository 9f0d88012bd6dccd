// A panel that lists what is over, such as answered challenges, with a choice of outcomes that is kept in the address.

import { History } from 'lucide-react'
import { type Page, useRead } from '../api/read.ts'
import { Choices } from '../ui/choices.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'
import type { Column } from '../ui/table.tsx'
import { useFilters } from './filters.ts'
import { ListTable } from './list-table.tsx'
import { usePaging } from './paging.tsx'

const PER_PAGE = 15

type Props<Row, Status extends string> = {
  title: string
  /** The name of the table for screen readers. */
  label: string
  /** The first status is the one that is shown without a choice. */
  statuses: readonly { value: Status; name: string }[]
  statusLabel: string
  noun: string
  path: string
  queryOf: (status: Status) => { status?: string }
  columns: Column<Row>[]
  emptyTitle: (status: Status) => string
  emptyText: (status: Status) => string
}

export function PastList<Row extends { id: string }, Status extends string>(props: Props<Row, Status>) {
  const { statuses, columns, title, label, noun, path } = props
  const { filters, set } = useFilters()
  const paging = usePaging(PER_PAGE)
  const usual = statuses[0]!.value
  const status = statuses.find(({ value }) => value === filters.status)?.value ?? usual
  const list = useRead<Page<Row>>({
    noun,
    path,
    query: { ...props.queryOf(status), ...paging.query },
    keepWhileLoading: true,
  })
  const choice = (
    <Choices
      label={props.statusLabel}
      value={status}
      options={statuses}
      onChoose={(next) => set({ status: next === usual ? undefined : next })}
    />
  )
  return (
    <Panel flush title={title} actions={choice}>
      <ListTable
        label={label}
        columns={columns}
        list={list}
        paging={paging}
        keyOf={({ id }) => id}
        empty={
          <Empty icon={<History className="size-5" aria-hidden />} title={props.emptyTitle(status)}>
            {props.emptyText(status)}
          </Empty>
        }
      />
    </Panel>
  )
}
