import type { ReactNode } from 'react'
import { classes } from './classes.ts'

type Props = {
  title?: ReactNode
  note?: ReactNode
  actions?: ReactNode
  children: ReactNode
  flush?: boolean
  className?: string
}

/** A bordered section of a page. `flush` lets a table reach its edges. */
export function Panel({ title, note, actions, children, flush, className }: Props) {
  return (
    <section className={classes('rounded-panel border border-line bg-surface shadow-panel', className)}>
      {(title || actions) && (
        <header
          className={classes('flex flex-wrap items-center justify-between gap-3 px-5 pt-4', flush ? 'pb-3' : 'pb-1')}
        >
          <div>
            {title && <h2 className="text-[15px] font-semibold tracking-tight">{title}</h2>}
            {note && <p className="text-[13px] text-soft">{note}</p>}
          </div>
          {actions && <div className="flex max-w-full min-w-0 flex-wrap gap-2">{actions}</div>}
        </header>
      )}
      <div className={flush ? '' : 'px-5 py-4'}>{children}</div>
    </section>
  )
}
