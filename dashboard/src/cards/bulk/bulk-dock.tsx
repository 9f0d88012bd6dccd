import { lazy, Suspense } from 'react'
import { useMe } from '../../api/me.ts'
import { useBulkRun } from './bulk-store.ts'

const BulkProgress = lazy(() => import('./bulk-progress.tsx').then(({ BulkProgress }) => ({ default: BulkProgress })))

/** Shown on every page while this person has a run over many cards. */
export function BulkDock() {
  const bulk = useBulkRun()
  const { id } = useMe().user
  if (bulk?.userId !== id) return null
  return (
    <Suspense>
      <BulkProgress key={bulk.id} bulk={bulk} />
    </Suspense>
  )
}
