import { useWaiting } from './use-requests.ts'

/** The badge beside the page's name in the navigation. */
export function WaitingCount() {
  const total = useWaiting().data?.pagination.total ?? 0
  if (total === 0) return null
  return (
    <span className="tabular ml-auto rounded-full bg-accent px-1.5 text-xs leading-5 font-semibold text-on-accent">
      {total}
      <span className="sr-only"> waiting</span>
    </span>
  )
}
