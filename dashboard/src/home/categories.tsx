import { Tags } from 'lucide-react'
import type { Overview } from '../../../server/src/dashboard/shapes/overview.ts'
import { money } from '../ui/amounts.tsx'
import { words } from '../ui/badge.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty, Failed, Loading } from '../ui/states.tsx'
import { type BarRow, Bars } from './bars.tsx'
import { periodOf, type Reading } from './reading.ts'

const MOST = 7

export function Categories({ overview: { data, error, refetch } }: { overview: Reading<Overview> }) {
  return (
    <Panel title="Spend by category" note="By merchant type">
      {error && !data && <Failed problem={error} onRetry={refetch} />}
      {!data && !error && <Loading rows={5} />}
      {data?.categories.length === 0 && (
        <Empty icon={<Tags className="size-5" aria-hidden />} title="No categories yet">
          They appear with the first settled purchase.
        </Empty>
      )}
      {data && data.categories.length > 0 && <Bars label="Spend by category" tone="accent" rows={rowsOf(data)} />}
    </Panel>
  )
}

/** The biggest categories by name and the rest in one row, so the rows add up to the total spent. */
function rowsOf({ categories, days }: Overview): BarRow[] {
  const named = categories.length > MOST ? categories.slice(0, MOST - 1) : categories
  const rest = categories.slice(named.length)
  const most = Math.max(...categories.map(({ spent }) => spent))
  const rows = named.map(({ category, spent }) => ({
    key: category,
    name: words(category),
    share: spent / most,
    figure: money(spent),
    opens: { category, ...periodOf(days) },
  }))
  if (rest.length === 0) return rows
  const spent = rest.reduce((sum, each) => sum + Math.round(each.spent * 100), 0) / 100
  return [...rows, { key: '', name: `${rest.length} others`, share: spent / most, figure: money(spent) }]
}
