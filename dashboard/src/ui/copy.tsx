import { Check, Copy as CopyIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'

const SHOWN_MS = 1_600

export function Copy({ text, what, label }: { text: string; what: string; label?: string }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  const Icon = isCopied ? Check : CopyIcon
  return (
    <>
      <Button
        look={label ? 'secondary' : 'ghost'}
        size="small"
        aria-label={`${isCopied ? 'Copied' : 'Copy'} ${what}`}
        onClick={copy}
        icon={<Icon className="size-3.5" aria-hidden />}
      >
        {label && (isCopied ? 'Copied' : label)}
      </Button>
      <span className="sr-only" role="status">
        {isCopied && `Copied ${what}`}
      </span>
    </>
  )
}

/** An id with a copy button. */
export function Id({ of, what }: { of: string; what: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code className="truncate font-mono text-[13px]">{of}</code>
      <Copy text={of} what={what} />
    </span>
  )
}
