import { Link, useNavigate } from '@tanstack/react-router'
import { CreditCard, FileUp, Plus } from 'lucide-react'
import { useMay } from '../api/me.ts'
import { type Page as PageOf, useRead } from '../api/read.ts'
import type { CardListItem } from '../api/schemas.ts'
import { useFilters } from '../shell/filters.ts'
import { ListTable } from '../shell/list-table.tsx'
import { usePaging } from '../shell/paging.tsx'
import { Amount, money } from '../ui/amounts.tsx'
import { Status } from '../ui/badge.tsx'
import { Button, buttonLook } from '../ui/button.tsx'
import { ExportCsv } from '../ui/export-csv.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Progress } from '../ui/progress.tsx'
import { selectionColumn, useSelection } from '../ui/selection.tsx'
import { Empty, Skeleton } from '../ui/states.tsx'
import type { Column } from '../ui/table.tsx'
import { WorkspaceTime } from '../ui/times.tsx'
import { useListSettings } from '../views/list-settings.ts'
import { ListViews } from '../views/list-views.tsx'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { cardsPath } from './bulk/walk-cards.ts'
import { cardName } from './card-actions.ts'
import { type CardFigures, ControlsSign, useCardFigures } from './card-figures.tsx'
import { CardListFilters, exportedCards, isFiltered, noCardFilters, wantedCards } from './card-list-filters.tsx'
import { MineToggle, OwnerName } from './card-owner.tsx'
import { CardRowMenu } from './card-row-menu.tsx'
import { CreateCardDialog } from './create-card-dialog.tsx'
import { NetworkMark } from './network-mark.tsx'

const PER_PAGE = 25
const NEARLY = 0.8

export function Cards() {
  const { filters, set } = useFilters()
  const settings = useListSettings(PER_PAGE)
  const paging = usePaging(settings.perPage)
  const wanted = wantedCards(filters)
  const owner = filters.owner === 'me' ? 'me' : undefined
  const navigate = useNavigate()
  const mayOperate = useMay()('operate')
  const cards = useRead<PageOf<CardListItem>>({
    noun: 'cards',
    path: cardsPath(owner),
    query: { ...wanted, owner, ...paging.query },
    keepWhileLoading: true,
  })
  const figures = useCardFigures(cards.data?.data)
  const { sort, order, ...filtering } = wanted
  const narrowing = { ...filtering, owner }
  const selection = useSelection(cards.data?.data ?? [], JSON.stringify(narrowing))
  const empty =
    isFiltered(wanted) || owner ? (
      <NoMatch onClear={() => set({ ...noCardFilters, owner: undefined })} />
    ) : (
      <NoCards onCreate={mayOperate ? () => set({ create: '1' }) : undefined} />
    )
  return (
    <Page
      title="Cards"
      lead="Each card has its own balance and limits."
      actions={
        <>
          <ExportCsv path="/dashboard/cards/export" query={exportedCards(wanted)} size="medium" />
          {mayOperate && <CreateActions onCreate={() => set({ create: '1' })} />}
        </>
      }
    >
      <Panel flush>
        <CardListFilters wanted={wanted} set={set} />
        <ListViews list="cards" columns={optionalColumns} perPage={settings.perPage}>
          <MineToggle isMine={owner !== undefined} onChange={(isMine) => set({ owner: isMine ? 'me' : undefined })} />
        </ListViews>
        {selection.rows.size > 0 && cards.data && (
          <BulkBar
            selection={selection}
            filters={narrowing}
            total={cards.data.pagination.total}
            isCapped={cards.data.pagination.total_capped ?? false}
          />
        )}
        <ListTable
          isBelowFilters
          label="Cards"
          columns={[
            selectionColumn(selection, cardName),
            ...columns(figures).filter(settings.isShown),
            ...(mayOperate ? [menuColumn] : []),
          ]}
          isSelected={({ id }) => selection.has(id)}
          list={cards}
          paging={paging}
          keyOf={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: '/cards/$cardId', params: { cardId: id } })}
          sorting={{ by: sort, order, onSort: (by, next) => set({ sort: by, order: next }) }}
          empty={empty}
        />
      </Panel>
      {mayOperate && filters.create !== undefined && (
        <CreateCardDialog
          templateId={filters.create.startsWith('tpl_') ? filters.create : undefined}
          onClose={() => set({ create: undefined })}
        />
      )}
    </Page>
  )
}

function CreateActions({ onCreate }: { onCreate: () => void }) {
  return (
    <>
      <Link to="/cards/import" className={buttonLook()}>
        <FileUp className="size-4" aria-hidden />
        Create from CSV
      </Link>
      <Button look="primary" icon={<Plus className="size-4" aria-hidden />} onClick={onCreate}>
        Create card
      </Button>
    </>
  )
}

const columns = (figures: ReadonlyMap<string, CardFigures>): Column<CardListItem>[] => [
  {
    name: 'Card',
    cell: ({ id, label, network, last4, status }) => (
      <span className="flex items-center gap-3">
        <NetworkMark network={network} />
        <span className="grid min-w-24">
          <Link
            to="/cards/$cardId"
            params={{ cardId: id }}
            className="max-w-[min(40ch,32cqw)] truncate font-medium hover:underline"
          >
            {label || 'No label'}
          </Link>
          <span className="tabular flex flex-wrap items-center gap-x-2 text-[13px] whitespace-nowrap text-soft">
            •••• {last4}
            {figures.get(id)?.has_controls && <ControlsSign />}
            {status !== 'active' && (
              <span className="@min-[520px]:hidden">
                <Status of={status} />
              </span>
            )}
          </span>
        </span>
      </span>
    ),
  },
  { name: 'Status', from: 'sm', cell: ({ status }) => <Status of={status} /> },
  {
    name: 'Balance',
    figures: true,
    sort: 'balance',
    cell: ({ balance, held }) => (
      <>
        <Amount of={balance} />
        {held > 0 && <span className="block text-[13px] text-soft">{money(held)} held</span>}
      </>
    ),
  },
  {
    name: 'Used this month',
    from: 'lg',
    cell: ({ id, status }) => <LimitUse of={figures.get(id)} isTerminated={status === 'terminated'} />,
  },
  { name: 'Owner', from: 'xl', cell: ({ id }) => <OwnerName of={figures.get(id)?.owner} /> },
  {
    name: 'Last used',
    isTime: true,
    from: 'md',
    sort: 'last_used',
    cell: ({ id }) => <LastUse of={figures.get(id)} />,
  },
  {
    name: 'Created',
    isTime: true,
    from: 'lg',
    sort: 'created_at',
    cell: ({ created_at }) => <WorkspaceTime at={created_at} />,
  },
]

const optionalColumns = ['Status', 'Balance', 'Used this month', 'Owner', 'Last used', 'Created']

function LimitUse({ of, isTerminated }: { of: CardFigures | undefined; isTerminated: boolean }) {
  if (!of) return <Skeleton className="h-4 w-32" />
  if (isTerminated) return <span className="text-soft">–</span>
  const { used_this_month: used, spending_limit: limit } = of
  const share = used / limit
  return (
    <span className="grid min-w-36 gap-1.5">
      <span className="tabular text-[13px] text-soft">
        {money(used)} of {money(limit)}
      </span>
      <Progress
        label="Used of the monthly limit"
        value={used}
        of={limit}
        tone={share >= 1 ? 'bad' : share >= NEARLY ? 'warn' : 'accent'}
      />
    </span>
  )
}

function LastUse({ of }: { of: CardFigures | undefined }) {
  if (!of) return <Skeleton className="h-4 w-20" />
  return of.last_used_at ? <WorkspaceTime at={of.last_used_at} /> : <span className="text-soft">Never</span>
}

const menuColumn: Column<CardListItem> = {
  name: 'Actions',
  isNameHidden: true,
  figures: true,
  cell: (card) => <CardRowMenu card={card} />,
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <Empty
      icon={<CreditCard className="size-5" aria-hidden />}
      title="No card matches"
      action={<Button onClick={onClear}>Clear the filters</Button>}
    >
      Try another label, other digits, or another status or BIN.
    </Empty>
  )
}

function NoCards({ onCreate }: { onCreate: (() => void) | undefined }) {
  return (
    <Empty
      icon={<CreditCard className="size-5" aria-hidden />}
      title="No cards yet"
      action={
        onCreate && (
          <Button look="primary" onClick={onCreate}>
            Create the first card
          </Button>
        )
      }
    >
      Choose a BIN and an amount. The card can be used immediately.
    </Empty>
  )
}
