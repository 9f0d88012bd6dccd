import type { ErrorComponentProps } from '@tanstack/react-router'
import { Problem } from '../api/request.ts'
import { Failed } from '../ui/states.tsx'

/** Shown when a page fails to render, with the service's message or the advice to reload. */
export function Broken({ error }: ErrorComponentProps) {
  const problem =
    error instanceof Problem ? error : new Problem(0, { message: 'This page failed. Reload it to continue.' })
  return (
    <main className="grid min-h-[60dvh] place-items-center">
      <Failed problem={problem} onRetry={() => location.reload()} />
    </main>
  )
}
