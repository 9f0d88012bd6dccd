import { ArrowUpRight } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useMay } from '../api/me.ts'
import { developerTabs, tabsFor } from '../shell/navigation.ts'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { Page } from '../ui/page.tsx'

/** A page of the developers' part: the tabs of that part over it. */
export function DeveloperPage(props: Omit<ComponentProps<typeof Page>, 'above'>) {
  const may = useMay()
  return (
    <Page {...props} above={<LinkTabs label="Developers" tabs={tabsFor(developerTabs, may)} aside={reference} />} />
  )
}

const reference = (
  <a
    href="/docs"
    target="_blank"
    rel="noopener"
    className="inline-flex items-center gap-1 py-2 text-sm whitespace-nowrap text-soft hover:text-ink"
  >
    API reference
    <ArrowUpRight className="size-3.5" aria-hidden />
    <span className="sr-only">(opens in a new tab)</span>
  </a>
)
