import { Link } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import type { Unread } from '../../../server/src/notifications/notification-shapes.ts'
import { useRead } from '../api/read.ts'
import { classes } from '../ui/classes.ts'

/** The event stream reports new notifications. Polling covers roles without a stream, and a lost stream. */
const READ_AGAIN_MS = 30_000
const MAX_SHOWN = 99

/** Links to the inbox and shows the number of unread notifications. */
export function NotificationBell({ className }: { className?: string }) {
  const unread = useRead<Unread>({
    noun: 'notifications',
    path: '/dashboard/notifications/unread',
    everyMs: READ_AGAIN_MS,
  })
  const count = unread.data?.count ?? 0
  const shown = count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count)
  return (
    <Link
      to="/notifications"
      aria-label={count === 0 ? 'Notifications' : `Notifications, ${shown} unread`}
      className={classes(
        'relative grid size-9 shrink-0 place-items-center rounded-lg text-soft hover:bg-sunken hover:text-ink data-[status=active]:bg-accent-soft data-[status=active]:text-accent-ink',
        className,
      )}
    >
      <Bell className="size-4.5" aria-hidden />
      {count > 0 && (
        <span
          aria-hidden
          className="tabular absolute -top-0.5 -right-0.5 min-w-4.5 rounded-full bg-accent px-1 text-center text-[11px] leading-4.5 font-semibold text-on-accent"
        >
          {shown}
        </span>
      )}
    </Link>
  )
}
