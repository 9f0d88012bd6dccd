import { ExternalLink } from 'lucide-react'
import { hostOf } from './words.ts'

/** Opens in a tab that cannot access this page or learn its address. */
export function MerchantLink({ url }: { url: string }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      referrerPolicy="no-referrer"
      title={url}
      className="inline-flex min-w-0 max-w-full items-center gap-1 text-accent-ink underline underline-offset-2"
    >
      <span className="truncate">{hostOf(url)}</span>
      <ExternalLink className="size-3.5 shrink-0" aria-hidden />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  )
}
