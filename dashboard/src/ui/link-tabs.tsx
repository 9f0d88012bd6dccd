import { Link } from '@tanstack/react-router'

/** Tabs that are pages: each has an address of its own. */
export function LinkTabs({ label, tabs }: { label: string; tabs: { to: string; name: string }[] }) {
  return (
    <nav aria-label={label} className="-mb-px flex gap-1 overflow-x-auto border-b border-line">
      {tabs.map(({ to, name }) => (
        <Link
          key={to}
          to={to}
          className="border-b-2 border-transparent px-3 py-2 text-sm whitespace-nowrap text-soft hover:text-ink data-[status=active]:border-accent data-[status=active]:font-medium data-[status=active]:text-ink"
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
