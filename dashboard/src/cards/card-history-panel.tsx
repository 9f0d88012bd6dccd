import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Ban,
  Eye,
  type LucideIcon,
  Pencil,
  Plus,
  Repeat2,
  ShieldCheck,
  ShieldX,
  Snowflake,
  Sun,
} from 'lucide-react'
import type { CardHistory, CardHistoryEntry } from '../../../server/src/dashboard/shapes/card-history.ts'
import { useRead } from '../api/read.ts'
import { ListPager, useOwnPaging } from '../shell/paging.tsx'
import { ActorName } from '../spend-requests/actor-name.tsx'
import { money } from '../ui/amounts.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty, Failed, Loading } from '../ui/states.tsx'
import { WorkspaceTime } from '../ui/times.tsx'
import { listed } from './bin-words.ts'

const PER_PAGE = 10

const kinds: Record<string, { icon: LucideIcon; text: string }> = {
  created: { icon: Plus, text: 'Created' },
  funded: { icon: ArrowDownToLine, text: 'Funded' },
  withdrawn: { icon: ArrowUpFromLine, text: 'Withdrawn' },
  frozen: { icon: Snowflake, text: 'Frozen' },
  unfrozen: { icon: Sun, text: 'Unfrozen' },
  updated: { icon: Pencil, text: 'Settings changed' },
  terminated: { icon: Ban, text: 'Terminated' },
  details_viewed: { icon: Eye, text: 'Number revealed' },
  payment_approved: { icon: ShieldCheck, text: 'Payment approved' },
  payment_declined: { icon: ShieldX, text: 'Payment declined' },
  replaced: { icon: Repeat2, text: 'Replaced; moved to the new card:' },
  replacement_refused: { icon: ShieldX, text: 'The new card was refused; returned to the wallet:' },
}

/** The settings that an update can change, by their API names. */
const settings: Record<string, string> = {
  label: 'label',
  spending_limit: 'monthly limit',
  allowed_categories: 'allowed categories',
  auto_freeze_at: 'automatic freeze',
  metadata: 'metadata',
  'controls.limits': 'limits',
  'controls.merchants': 'merchants',
  'controls.categories': 'blocked categories',
  'controls.countries': 'countries',
  'controls.uses': 'number of purchases',
  'controls.merchant_lock': 'lock to the first merchant',
  'controls.active_from': 'start of the active period',
  'controls.active_until': 'end of the active period',
}

/** "Controls changed: limits and countries". Older entries do not record which settings changed. */
function updateInWords(changed: string[]): string {
  if (changed.length === 0) return 'Settings changed'
  const isOnlyControls = changed.every((name) => name.startsWith('controls.') || name === 'allowed_categories')
  const names = changed.map((name) => settings[name] ?? name)
  return `${isOnlyControls ? 'Controls' : 'Settings'} changed: ${listed(names)}`
}

const reasons: Record<string, string> = {
  api: 'by an API call',
  dashboard: 'in the dashboard',
  auto_freeze: 'automatically: the balance fell below the threshold',
  uses: 'with its last purchase',
  spend_request: 'because its spend request ended',
  lost: 'because it was lost',
  stolen: 'because it was stolen',
  compromised: 'because its number was exposed',
  other: 'for another reason',
}

/** What was done to the card, and by whom. */
export function CardHistoryPanel({ cardId }: { cardId: string }) {
  const paging = useOwnPaging(PER_PAGE)
  const history = useRead<CardHistory>({
    noun: 'cards',
    path: `/dashboard/cards/${cardId}/history`,
    query: { ...paging.query },
    keepWhileLoading: true,
  })
  return (
    <Panel flush title="History">
      {history.isPending && <Loading rows={3} />}
      {history.error && !history.data && <Failed problem={history.error} onRetry={() => void history.refetch()} />}
      {history.data?.data.length === 0 && <Empty title="Nothing happened yet" />}
      {history.data && history.data.data.length > 0 && (
        <ol className="grid gap-3 px-5 pb-4">
          {history.data.data.map((entry) => (
            <Entry key={`${entry.at} ${entry.type}`} entry={entry} />
          ))}
        </ol>
      )}
      {history.data && history.data.pagination.total > PER_PAGE && <ListPager paging={paging} reading={history.data} />}
    </Panel>
  )
}

function Entry({ entry }: { entry: CardHistoryEntry }) {
  const { icon: Icon, text: kind } = kinds[entry.type] ?? { icon: Pencil, text: entry.type }
  const text = entry.type === 'updated' ? updateInWords(entry.changed) : kind
  return (
    <li className="flex items-start gap-3 text-sm">
      <span className="grid size-7 shrink-0 place-items-center rounded-full bg-sunken text-soft">
        <Icon className="size-3.5" aria-hidden />
      </span>
      <span className="grid min-w-0 flex-1">
        <span>
          <span className="font-medium">{text}</span>
          {entry.amount !== null && <span className="tabular"> {money(entry.amount)}</span>}
          {entry.reason !== null && <span className="text-soft"> {reasons[entry.reason] ?? entry.reason}</span>}
        </span>
        {entry.actor && (
          <span className="flex items-baseline gap-1 text-[13px] text-soft">
            By <ActorName id={entry.actor} />
          </span>
        )}
      </span>
      <span className="text-[13px] text-soft">
        <WorkspaceTime at={entry.at} />
      </span>
    </li>
  )
}
