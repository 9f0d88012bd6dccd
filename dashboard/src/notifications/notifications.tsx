import { Link } from '@tanstack/react-router'
import { BellOff, Check, CheckCheck, Settings } from 'lucide-react'
import type { Notification, Unread } from '../../../server/src/notifications/notification-shapes.ts'
import { type Page as PageOf, useDo, useRead } from '../api/read.ts'
import { post } from '../api/request.ts'
import { useFilters } from '../shell/filters.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { Choices } from '../ui/choices.tsx'
import { classes } from '../ui/classes.ts'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty, Failed, Loading } from '../ui/states.tsx'
import { Pager } from '../ui/table.tsx'
import { Time } from '../ui/times.tsx'
import { toast } from '../ui/toasts.tsx'
import { wordsOf } from './notification-words.ts'

const PER_PAGE = 25

const shows = [
  { value: 'all', name: 'All' },
  { value: 'unread', name: 'Unread' },
] as const

export function Notifications() {
  const { filters, set, page } = useFilters()
  const show = filters.show === 'unread' ? 'unread' : 'all'
  const reading = useRead<PageOf<Notification>>({
    noun: 'notifications',
    path: '/dashboard/notifications',
    query: { page, per_page: PER_PAGE, ...(show === 'unread' && { unread: 'true' }) },
    keepWhileLoading: true,
  })
  const mark = useDo(
    (what: { ids: number[] } | { through: number }) => post<Unread>('/dashboard/notifications/read', what),
    ['notifications'],
  )
  const { data } = reading
  const newest = page === 1 ? data?.data[0]?.id : undefined
  const markAll = () =>
    mark.mutate(
      { through: newest! },
      { onSuccess: () => toast.done('All notifications are read.'), onError: toast.failed },
    )
  return (
    <Page
      title="Notifications"
      lead="What happened in this environment in the last 30 days. Everyone on the team has an inbox of their own."
      actions={
        <>
          <Link to="/settings/notifications" className={buttonLook('secondary')}>
            <Settings className="size-4" aria-hidden />
            Settings
          </Link>
          <Button
            icon={<CheckCheck className="size-4" aria-hidden />}
            busy={mark.isPending}
            disabled={newest === undefined || data?.data.every(({ is_read }) => is_read)}
            onClick={markAll}
          >
            Mark all as read
          </Button>
        </>
      }
    >
      <Panel
        flush
        title="Inbox"
        actions={
          <Choices
            label="Shown"
            value={show}
            options={shows}
            onChoose={(value) => set({ show: value === 'all' ? undefined : value })}
          />
        }
      >
        {data === undefined ? (
          reading.error ? (
            <Failed problem={reading.error} onRetry={() => void reading.refetch()} />
          ) : (
            <Loading rows={5} />
          )
        ) : data.data.length === 0 ? (
          <Empty
            icon={<BellOff className="size-5" aria-hidden />}
            title={show === 'unread' ? 'All read' : 'Nothing yet'}
          >
            Waiting passcodes, a low wallet, failing webhooks and deposits appear here.
          </Empty>
        ) : (
          <ul
            aria-label="Notifications"
            aria-busy={reading.isFetching}
            className="divide-y divide-line border-t border-line"
          >
            {data.data.map((notification) => (
              <Item key={notification.id} notification={notification} onRead={(ids) => mark.mutate({ ids })} />
            ))}
          </ul>
        )}
        {data && data.data.length > 0 && (
          <Pager
            page={page}
            perPage={PER_PAGE}
            total={data.pagination.total}
            onPage={(next) => set({ page: String(next) })}
          />
        )}
      </Panel>
    </Page>
  )
}

const tones = {
  accent: 'bg-accent-soft text-accent-ink',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  good: 'bg-good-soft text-good',
}

function Item({ notification, onRead }: { notification: Notification; onRead: (ids: number[]) => void }) {
  const { id, is_read, created_at } = notification
  const { title, text, to, search, icon: Icon, tone } = wordsOf(notification)
  const read = () => !is_read && onRead([id])
  return (
    <li className={classes('flex items-start gap-3 px-5 py-3.5', !is_read && 'bg-accent-soft/40')}>
      <span className={classes('mt-0.5 grid size-8 shrink-0 place-items-center rounded-full', tones[tone])}>
        <Icon className="size-4" aria-hidden />
      </span>
      <div className="min-w-0 flex-1">
        <Link
          to={to}
          search={(search ?? {}) as never}
          onClick={read}
          className="rounded text-sm underline-offset-2 hover:underline"
        >
          <span className={classes('wrap-anywhere', !is_read && 'font-semibold')}>{title}</span>
          {!is_read && <span className="sr-only"> (unread)</span>}
        </Link>
        <p className="text-[13px] text-soft">
          {text} · <Time at={created_at} />
        </p>
      </div>
      {!is_read && (
        <Button
          look="ghost"
          size="icon"
          aria-label="Mark as read"
          title="Mark as read"
          icon={<Check className="size-4" aria-hidden />}
          onClick={read}
        />
      )}
    </li>
  )
}
