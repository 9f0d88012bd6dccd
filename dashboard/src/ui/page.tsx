import { type ReactNode, useEffect } from 'react'

type Props = { title: string; lead?: ReactNode; actions?: ReactNode; above?: ReactNode; children: ReactNode }

/** The frame of every page, with the title in the heading and the browser tab, and the actions on the right. */
export function Page({ title, lead, actions, above, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Cardwright`
  }, [title])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {above}
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid max-w-full min-w-0 grid-cols-[minmax(0,1fr)] gap-0.5">
          {/* Gets the focus when a dialog closes and the control that opened it no longer exists. */}
          <h1
            tabIndex={-1}
            className="text-[22px] leading-tight font-semibold tracking-tight wrap-anywhere outline-none"
          >
            {title}
          </h1>
          {lead && <p className="max-w-2xl text-sm text-soft">{lead}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
