// What a page shows while loading, when it is empty, and after an error.

import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Problem } from '../api/request.ts'
import { Button } from './button.tsx'
import { classes } from './classes.ts'

export function Skeleton({ className }: { className?: string }) {
  return <span className={classes('block animate-pulse rounded-md bg-sunken', className ?? 'h-4 w-full')} aria-hidden />
}

export function Loading({ rows = 4, label = 'Loading' }: { rows?: number; label?: string }) {
  return (
    <div role="status" aria-label={label} className="grid gap-3 p-5">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <Skeleton key={row} className={classes('h-5', row % 2 === 0 ? 'w-full' : 'w-4/5')} />
      ))}
    </div>
  )
}

type EmptyProps = { icon?: ReactNode; title: string; children?: ReactNode; action?: ReactNode }

export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <div className="grid justify-items-center gap-2 px-6 py-14 text-center">
      {icon && <span className="mb-1 grid size-11 place-items-center rounded-full bg-sunken text-soft">{icon}</span>}
      <p className="font-medium">{title}</p>
      {children && <p className="max-w-md text-sm text-soft">{children}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}

export function Failed({ problem, onRetry }: { problem: Problem; onRetry?: () => void }) {
  return (
    <div role="alert" className="grid justify-items-center gap-2 px-6 py-12 text-center">
      <CircleAlert className="size-6 text-bad" aria-hidden />
      <p className="font-medium">{problem.status === 403 ? 'Not allowed' : 'This could not be loaded'}</p>
      <p className="max-w-md text-sm text-soft">{problem.message}</p>
      {problem.requestId && <p className="font-mono text-xs text-soft">{problem.requestId}</p>}
      {onRetry && (
        <Button className="mt-2" size="small" icon={<RotateCw className="size-3.5" aria-hidden />} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
