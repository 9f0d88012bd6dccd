import type { ErrorComponentProps } from '@tanstack/react-router'
import { Problem } from '../api/request.ts'
import { Failed } from '../ui/states.tsx'

/** A page that could not be drawn: what the service said, or a way to begin anew. */
export function Broken({ error }: ErrorComponentProps) {
  const problem =
    error instanceof Problem ? error : new Problem(0, { message: 'This page failed. Reload it to continue.' })
  return (
    <main className="grid min-h-[60dvh] place-items-center">
      <Failed problem={problem} onRetry={() => location.reload()} />
    </main>
  )
}
