// The bar above the list while cards are selected: how many there are, and the actions for them.

import { ArrowDownToLine, Ban, Download, Ellipsis, Gauge, Snowflake, Sun, Tag, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { csvLine } from '../../../../server/src/http/csv.ts'
import { useMay } from '../../api/me.ts'
import type { Query } from '../../api/request.ts'
import type { CardListItem } from '../../api/schemas.ts'
import { useRunState } from '../../runs/row-run.ts'
import { Button } from '../../ui/button.tsx'
import { download } from '../../ui/download.ts'
import { Menu } from '../../ui/menu.tsx'
import type { Selection } from '../../ui/selection.tsx'
import { toast } from '../../ui/toasts.tsx'
import { type CardFigures, readFigures } from '../card-figures.tsx'
import { type BulkRun, useBulkRun } from './bulk-store.ts'
import { cardsInWords, type Kind } from './operations.ts'
import { MAX_SELECTED, walkCards } from './walk-cards.ts'

const BulkDialog = lazy(() => import('./bulk-dialog.tsx').then(({ BulkDialog }) => ({ default: BulkDialog })))

type Props = { selection: Selection<CardListItem>; filters: Query; total: number; isCapped: boolean }

export function BulkBar({ selection, filters, total, isCapped }: Props) {
  const [asked, ask] = useState<Kind>()
  const mayOperate = useMay()('operate')
  const bulk = useBulkRun()
  const walk = useWork()
  const exporting = useWork()
  const count = selection.rows.size
  const cards = [...selection.rows.values()]
  const offersAll = selection.onPage === 'all' && count < Math.min(total, MAX_SELECTED)
  const selectAll = () =>
    void walk.start(async (signal, tell) => selection.replace(await walkCards(filters, signal, tell)))
  const exportAll = () =>
    void exporting.start(async (signal, tell) => {
      const figures = await readFigures(
        cards.map(({ id }) => id),
        signal,
        tell,
      )
      download('cards-selected.csv', new Blob([cardsCsv(cards, figures)], { type: 'text/csv' }))
    })
  return (
    <section
      aria-label="Selected cards"
      className="sticky top-0 z-20 flex flex-wrap items-center gap-2 border-t border-line bg-accent-soft px-5 py-2.5 max-lg:top-13"
    >
      <p role="status" className="tabular mr-1 text-sm font-medium text-accent-ink">
        {walk.count === undefined ? `${cardsInWords(count)} selected` : `Selecting: ${cardsInWords(walk.count)} so far`}
      </p>
      {offersAll && walk.count === undefined && (
        <Button size="small" look="ghost" onClick={selectAll}>
          {allWords(total, isCapped)}
        </Button>
      )}
      {walk.count !== undefined && (
        <Button size="small" onClick={walk.stop}>
          Stop
        </Button>
      )}
      <span className="ml-auto flex flex-wrap gap-2">
        {mayOperate && <Operations bulk={bulk} onAsk={ask} />}
        <Button
          size="small"
          busy={exporting.count !== undefined}
          icon={<Download className="size-4" aria-hidden />}
          onClick={exportAll}
        >
          Export CSV
        </Button>
        <Button
          size="small"
          look="ghost"
          aria-label="Clear the selection"
          icon={<X className="size-4" aria-hidden />}
          onClick={selection.clear}
        />
      </span>
      {asked && (
        <Suspense>
          <BulkDialog
            kind={asked}
            cards={cards}
            onClose={() => ask(undefined)}
            onStarted={() => {
              ask(undefined)
              selection.clear()
            }}
          />
        </Suspense>
      )}
    </section>
  )
}

function allWords(total: number, isCapped: boolean): string {
  if (isCapped || total > MAX_SELECTED) return `Select the newest ${MAX_SELECTED.toLocaleString('en-US')}`
  return `Select all ${total.toLocaleString('en-US')} that match`
}

type OperationsProps = { onAsk: (kind: Kind) => void }

function Operations({ bulk, onAsk }: OperationsProps & { bulk: BulkRun | undefined }) {
  return bulk ? <WhileRun bulk={bulk} onAsk={onAsk} /> : <OperationButtons onAsk={onAsk} isBusy={false} />
}

/** Only one run at a time, because a second run could change the same cards. */
function WhileRun({ bulk, onAsk }: OperationsProps & { bulk: BulkRun }) {
  return <OperationButtons onAsk={onAsk} isBusy={useRunState(bulk.run).isRunning} />
}

function OperationButtons({ onAsk, isBusy }: OperationsProps & { isBusy: boolean }) {
  const title = isBusy ? 'Another bulk operation is running.' : undefined
  return (
    <>
      <Button
        size="small"
        disabled={isBusy}
        title={title}
        icon={<Snowflake className="size-4" aria-hidden />}
        onClick={() => onAsk('freeze')}
      >
        Freeze
      </Button>
      <Button
        size="small"
        disabled={isBusy}
        title={title}
        icon={<ArrowDownToLine className="size-4" aria-hidden />}
        onClick={() => onAsk('fund')}
      >
        Fund
      </Button>
      <Menu
        trigger={
          <Button size="small" disabled={isBusy} title={title} icon={<Ellipsis className="size-4" aria-hidden />}>
            More
          </Button>
        }
        items={[
          { label: 'Unfreeze', icon: <Sun className="size-4" aria-hidden />, onSelect: () => onAsk('unfreeze') },
          { label: 'Set limit', icon: <Gauge className="size-4" aria-hidden />, onSelect: () => onAsk('limit') },
          { label: 'Change labels', icon: <Tag className="size-4" aria-hidden />, onSelect: () => onAsk('label') },
          null,
          {
            label: 'Terminate',
            danger: true,
            icon: <Ban className="size-4" aria-hidden />,
            onSelect: () => onAsk('terminate'),
          },
        ]}
      />
    </>
  )
}

/**
 * Runs a read that takes several requests, with its progress and a way to stop it. `count` is undefined while no read
 * is running.
 */
function useWork() {
  const [count, setCount] = useState<number>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const start = async (work: (signal: AbortSignal, tell: (count: number) => void) => Promise<unknown>) => {
    const stopping = new AbortController()
    running.current = stopping
    setCount(0)
    try {
      await work(stopping.signal, setCount)
    } catch (error) {
      if (!stopping.signal.aborted) toast.failed(error as Error)
    }
    setCount(undefined)
  }
  return { count, start, stop: () => running.current?.abort() }
}

const heading = [
  'id',
  'label',
  'last4',
  'network',
  'bin_id',
  'status',
  'balance',
  'held',
  'spending_limit',
  'used_this_month',
  'owner',
  'last_used_at',
  'created_at',
]

function cardsCsv(cards: CardListItem[], figures: ReadonlyMap<string, CardFigures>): string {
  const lines = cards.flatMap(({ id, last4, network, bin_id, created_at }) => {
    const now = figures.get(id)
    if (!now) return []
    const amounts = [now.balance, now.held, now.spending_limit, now.used_this_month].map(twoDecimals)
    return [
      [id, now.label, last4, network, bin_id, now.status, ...amounts, now.owner?.name, now.last_used_at, created_at],
    ]
  })
  return [heading, ...lines].map(csvLine).join('')
}

/** Negative amounts stay numbers, because `csvLine` escapes a text that begins with a minus as a formula. */
function twoDecimals(amount: number): string | number {
  return amount < 0 ? amount : amount.toFixed(2)
}
