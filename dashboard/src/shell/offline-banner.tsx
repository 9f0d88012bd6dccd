import { WifiOff } from 'lucide-react'
import { useConnection } from '../api/connection.ts'

const texts = {
  online: '',
  offline: 'You are offline. The page updates when the connection is back.',
  unreachable: 'The service cannot be reached. Trying again every few seconds.',
}

/** The element is always present, because screen readers announce only text that is added to an existing status. */
export function OfflineBanner() {
  const connection = useConnection()
  return (
    <div role="status" className="pointer-events-none fixed inset-x-4 top-3 z-70 grid justify-items-center">
      {connection !== 'online' && (
        <p className="pointer-events-auto flex items-center gap-2.5 rounded-xl border border-line-strong bg-surface px-4 py-2 text-sm font-medium shadow-float animate-rise">
          <WifiOff className="size-4 shrink-0 text-warn" aria-hidden />
          {texts[connection]}
        </p>
      )}
    </div>
  )
}
