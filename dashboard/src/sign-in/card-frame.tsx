import { type ReactNode, useEffect } from 'react'
import { Logo } from '../shell/logo.tsx'

/** The layout of the pages before sign-in: one sheet in the middle. */
export function CardFrame({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Cardwright`
  }, [title])
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="grid w-full max-w-sm grid-cols-[minmax(0,1fr)] gap-6">
        <div className="justify-self-center text-lg">
          <Logo />
        </div>
        <section className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-2xl border border-line bg-surface p-6 shadow-panel sm:p-7">
          <header className="grid gap-1">
            <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
            {lead && <p className="text-sm text-soft">{lead}</p>}
          </header>
          {children}
        </section>
      </div>
    </main>
  )
}
