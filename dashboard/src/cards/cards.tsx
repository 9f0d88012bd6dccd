import { Link, useNavigate } from '@tanstack/react-router'
import { CreditCard, FileUp, Plus } from 'lucide-react'
import { useMay } from '../api/me.ts'
import { type Page as PageOf, useRead } from '../api/read.ts'
import type { CardListItem } from '../api/schemas.ts'
import { useFilters } from '../shell/filters.ts'
import { Amount, money } from '../ui/amounts.tsx'
import { Status } from '../ui/badge.tsx'
import { Button, buttonLook } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'
import { type Column, Pager, Table } from '../ui/table.tsx'
import { WorkspaceTime } from '../ui/times.tsx'
import { CardListFilters, isFiltered, noCardFilters, wantedCards } from './card-list-filters.tsx'
import { CardRowMenu } from './card-row-menu.tsx'
import { ControlsSign, useControlledCards } from './controlled-cards.tsx'
import { CreateCardDialog } from './create-card-dialog.tsx'
import { NetworkMark } from './network-mark.tsx'

const PER_PAGE = 25

export function Cards() {
  const { filters, set, page } = useFilters()
  const wanted = wantedCards(filters)
  const navigate = useNavigate()
  const mayOperate = useMay()('operate')
  const cards = useRead<PageOf<CardListItem>>({
    noun: 'cards',
    path: '/v1/cards',
    query: { ...wanted, page, per_page: PER_PAGE },
    keepWhileLoading: true,
  })
  const controlled = useControlledCards(cards.data?.data)
  const empty = isFiltered(wanted) ? (
    <NoMatch onClear={() => set(noCardFilters)} />
  ) : (
    <NoCards onCreate={mayOperate ? () => set({ create: '1' }) : undefined} />
  )
  return (
    <Page
      title="Cards"
      lead="Each card has its own balance and limits."
      actions={mayOperate && <CreateActions onCreate={() => set({ create: '1' })} />}
    >
      <Panel flush>
        <CardListFilters wanted={wanted} set={set} />
        <div className="border-t border-line">
          <Table
            label="Cards"
            columns={[...columns(controlled), ...(mayOperate ? [menuColumn] : [])]}
            reading={{ ...cards, data: cards.data?.data }}
            keyOf={({ id }) => id}
            onOpen={({ id }) => void navigate({ to: '/cards/$cardId', params: { cardId: id } })}
            sorting={{ by: wanted.sort, order: wanted.order, onSort: (sort, order) => set({ sort, order }) }}
            empty={empty}
          />
        </div>
        {cards.data && (
          <Pager
            page={page}
            perPage={PER_PAGE}
            total={cards.data.pagination.total}
            capped={cards.data.pagination.total_capped}
            onPage={(next) => set({ page: String(next) })}
          />
        )}
      </Panel>
      {mayOperate && (
        <CreateCardDialog
          open={filters.create !== undefined}
          templateId={filters.create?.startsWith('tpl_') ? filters.create : undefined}
          onOpenChange={(open) => set({ create: open ? '1' : undefined })}
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

const columns = (controlled: ReadonlySet<string>): Column<CardListItem>[] => [
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
            {controlled.has(id) && <ControlsSign />}
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
  { name: 'Created', from: 'md', sort: 'created_at', cell: ({ created_at }) => <WorkspaceTime at={created_at} /> },
]

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
      Try another label, status or BIN.
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
