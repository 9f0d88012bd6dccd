// The saved views of a list, the columns it shows and how many rows a page has. A list puts this above its table:
//
//   const settings = useListSettings(25)
//   <ListViews list="cards" columns={['Status', 'Balance']} perPage={settings.perPage} />
//   <Table columns={columns.filter(settings.isShown)} … />

import { Bookmark, BookmarkPlus, Check, Columns3, Star } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { SavedView, ViewedList } from '../../../server/src/dashboard/shapes/views.ts'
import { useFilters } from '../shell/filters.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/field.tsx'
import { hiddenColumns, isSameSearch, keptSearch, pageSizes } from './list-settings.ts'
import { useDefaultView, useOpenView, useViews } from './use-views.ts'

const dialogs = () => import('./view-dialogs.tsx')
const SaveViewDialog = lazy(() => dialogs().then(({ SaveViewDialog }) => ({ default: SaveViewDialog })))
const ManageViewsDialog = lazy(() => dialogs().then(({ ManageViewsDialog }) => ({ default: ManageViewsDialog })))

type Props = {
  list: ViewedList
  /** The columns that may be hidden. */
  columns: string[]
  perPage: number
  /** Filters of the list that are shown in this row. */
  children?: ReactNode
}

export function ListViews({ list, columns, perPage, children }: Props) {
  const { filters, set } = useFilters()
  return (
    <div className="flex flex-wrap items-center gap-2 px-5 pb-4">
      {children}
      <ViewsMenu list={list} />
      <ColumnsMenu columns={columns} />
      <Select
        aria-label="Rows on a page"
        className="w-28"
        value={perPage}
        onChange={({ target }) => set({ per_page: target.value })}
      >
        {[...new Set([perPage, ...pageSizes])]
          .sort((one, other) => one - other)
          .map((size) => (
            <option key={size} value={size}>
              {size} rows
            </option>
          ))}
      </Select>
      {filters.hide !== undefined && (
        <Button look="ghost" onClick={() => set({ hide: undefined })}>
          Show all columns
        </Button>
      )}
    </div>
  )
}

type Asked = 'save' | 'manage'

function ViewsMenu({ list }: { list: ViewedList }) {
  const { filters } = useFilters()
  const { data } = useViews(list)
  const open = useOpenView()
  const [asked, ask] = useState<Asked>()
  const views = data?.data ?? []
  useDefaultView(data?.data)
  const search = keptSearch(filters)
  const current = views.find((view) => isSameSearch(view.search, search))
  // The dialog opens after the focus has returned to the button, so the dialog keeps the focus.
  const askLater = (what: Asked) => setTimeout(() => ask(what))
  return (
    <>
      <Radix.Root modal={false}>
        <Radix.Trigger asChild>
          <Button icon={<Bookmark className="size-4" aria-hidden />}>
            <span className="max-w-48 truncate">{current ? `View: ${current.name}` : 'Views'}</span>
          </Button>
        </Radix.Trigger>
        <Content>
          {views.map((view) => (
            <ViewItem key={view.id} view={view} isCurrent={view === current} onOpen={() => open(view.search)} />
          ))}
          {views.length > 0 && (
            <>
              <Item onSelect={() => open({})}>
                <span className="size-4" />
                Without a view
              </Item>
              <Radix.Separator className="my-1 h-px bg-line" />
            </>
          )}
          <Item onSelect={() => askLater('save')}>
            <BookmarkPlus className="size-4" aria-hidden />
            Save this view…
          </Item>
          {views.length > 0 && (
            <Item onSelect={() => askLater('manage')}>
              <Star className="size-4" aria-hidden />
              Manage views…
            </Item>
          )}
        </Content>
      </Radix.Root>
      <Suspense>
        {asked === 'save' && <SaveViewDialog list={list} search={search} onClose={() => ask(undefined)} />}
        {asked === 'manage' && <ManageViewsDialog views={views} search={search} onClose={() => ask(undefined)} />}
      </Suspense>
    </>
  )
}

function ViewItem({ view, isCurrent, onOpen }: { view: SavedView; isCurrent: boolean; onOpen: () => void }) {
  return (
    <Item onSelect={onOpen}>
      {isCurrent ? <Check className="size-4" aria-hidden /> : <span className="size-4" />}
      <span className="max-w-64 truncate">{view.name}</span>
      {view.is_default && <span className="ml-auto pl-3 text-xs text-soft">Default</span>}
    </Item>
  )
}

function ColumnsMenu({ columns }: { columns: string[] }) {
  const { filters, set } = useFilters()
  const hidden = hiddenColumns(filters).filter((name) => columns.includes(name))
  const toggle = (name: string) => {
    const next = hidden.includes(name) ? hidden.filter((each) => each !== name) : [...hidden, name]
    // Keeps the page, since the rows stay the same.
    set({ page: filters.page, after: filters.after, hide: next.length > 0 ? next.join(',') : undefined })
  }
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>
        <Button icon={<Columns3 className="size-4" aria-hidden />}>Columns</Button>
      </Radix.Trigger>
      <Content>
        {columns.map((name) => (
          <Radix.CheckboxItem
            key={name}
            checked={!hidden.includes(name)}
            onCheckedChange={() => toggle(name)}
            // Keeps the menu open, so several columns can be toggled in a row.
            onSelect={(event) => event.preventDefault()}
            className={itemLook}
          >
            <span className="size-4">
              <Radix.ItemIndicator>
                <Check className="size-4" aria-hidden />
              </Radix.ItemIndicator>
            </span>
            {name}
          </Radix.CheckboxItem>
        ))}
      </Content>
    </Radix.Root>
  )
}

const itemLook =
  'flex items-center gap-2 rounded-lg px-2.5 py-1.5 text-sm outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-sunken'

function Item({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <Radix.Item onSelect={onSelect} className={itemLook}>
      {children}
    </Radix.Item>
  )
}

function Content({ children }: { children: ReactNode }) {
  return (
    <Radix.Portal>
      <Radix.Content
        align="start"
        sideOffset={6}
        className="z-50 max-h-[60vh] min-w-48 overflow-y-auto rounded-xl border border-line bg-surface p-1 shadow-float animate-rise"
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  )
}
