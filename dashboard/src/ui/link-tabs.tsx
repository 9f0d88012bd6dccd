import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = { label: string; tabs: { to: string; name: string; exact?: boolean }[]; aside?: ReactNode }

/** Tabs that are pages with their own addresses. */
export function LinkTabs({ label, tabs, aside }: Props) {
  return (
    <div data-scrolls className="relative flex items-center gap-4 overflow-x-auto border-b border-line">
      <nav aria-label={label} className="flex gap-1">
        {tabs.map(({ to, name, exact = false }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ includeSearch: false, exact }}
            className="border-b-2 border-transparent px-3 py-2 text-sm whitespace-nowrap text-soft hover:text-ink data-[status=active]:border-accent data-[status=active]:font-medium data-[status=active]:text-ink"
          >
            {name}
          </Link>
        ))}
      </nav>
      {aside && <div className="ml-auto">{aside}</div>}
    </div>
  )
}
