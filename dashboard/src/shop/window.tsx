import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'

type Props = { site: 'shop' | 'bank'; address: string; children: ReactNode }

/** A frame that looks like a browser window, so nobody mistakes the shop for a page of the dashboard. */
export function Window({ site, address, children }: Props) {
  return (
    <div className={classes(site, 'overflow-hidden rounded-panel border border-line bg-surface text-ink shadow-float')}>
      <div className="flex items-center gap-3 border-b border-line bg-sunken px-4 py-2.5">
        <span className="flex gap-1.5" aria-hidden>
          <span className="size-2.5 rounded-full bg-line-strong" />
          <span className="size-2.5 rounded-full bg-line-strong" />
          <span className="size-2.5 rounded-full bg-line-strong" />
        </span>
        <p className="flex min-w-0 flex-1 items-center gap-1.5 rounded-full bg-surface px-3 py-1 text-[13px] text-soft">
          <Lock className="size-3 shrink-0" aria-hidden />
          <span className="truncate">{address}</span>
        </p>
      </div>
      {children}
    </div>
  )
}
