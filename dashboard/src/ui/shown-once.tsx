import type { ReactNode } from 'react'
import { useAskBeforeClosing } from './closing.tsx'
import { Copy } from './copy.tsx'
import { Notice } from './notice.tsx'

/** A secret that cannot be shown again. */
export function ShownOnce({ secret, what, children }: { secret: string; what: string; children?: ReactNode }) {
  useAskBeforeClosing()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Notice tone="warn">{children ?? `Copy ${what} now and keep it safe. It is not shown again.`}</Notice>
      <div className="flex items-center gap-2 rounded-lg border border-line-strong bg-sunken py-1.5 pr-1.5 pl-3">
        <code className="min-w-0 flex-1 font-mono text-[13px] break-all">{secret}</code>
        <Copy text={secret} what={what} label="Copy" />
      </div>
    </div>
  )
}
