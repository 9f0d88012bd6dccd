import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'

/** Above a page's heading: to the list that the page is one of. */
export function BackLink({ to, name }: { to: string; name: string }) {
  return (
    <Link
      to={to}
      className="-mb-3 inline-flex items-center gap-1 justify-self-start text-[13px] text-soft hover:text-ink"
    >
      <ChevronLeft className="size-3.5" aria-hidden />
      {name}
    </Link>
  )
}
