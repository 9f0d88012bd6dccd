import { Link, useSearch } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { filtersOf } from '../shell/filters.ts'

/** Shown above a page's heading. Links back to the list, with the filters that were set there. */
export function BackLink({ to, name }: { to: string; name: string }) {
  const { env } = useSearch({ strict: false }) as { env?: string }
  return (
    <Link
      to={to}
      search={filtersOf(to, env) as never}
      className="-mb-3 inline-flex items-center gap-1 justify-self-start text-[13px] text-soft hover:text-ink"
    >
      <ChevronLeft className="size-3.5" aria-hidden />
      {name}
    </Link>
  )
}
