import { useNow } from '../ui/now.ts'

/** Counts down to the next request while the service is limiting requests. */
export function RateNote({ until, limit }: { until: number; limit: string }) {
  const now = useNow(500)
  return (
    <p className="text-[13px] text-warn">
      {limit} is reached. It continues in{' '}
      <span className="tabular">{Math.max(0, Math.ceil((until - now) / 1000))}</span> s.
    </p>
  )
}
