import { ArrowUpRight } from 'lucide-react'
import type { ComponentProps, ComponentType } from 'react'
import type { AccessName } from '../../../server/src/people/shapes/session.ts'
import { useMay } from '../api/me.ts'
import { developerTabs, tabsFor } from '../shell/navigation.ts'
import { NotAllowed } from '../shell/not-allowed.tsx'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { Page } from '../ui/page.tsx'

/** A page of the Developers section, with the tabs of the section above it. */
export function DeveloperPage(props: Omit<ComponentProps<typeof Page>, 'above'>) {
  const may = useMay()
  return (
    <Page {...props} above={<LinkTabs label="Developers" tabs={tabsFor(developerTabs, may)} aside={reference} />} />
  )
}

/** A page for people with the access `needs`. Other people who open its address see `reason`. */
export function forPeopleWho(needs: AccessName, title: string, reason: string, Content: ComponentType) {
  return function DeveloperPageOrReason() {
    if (useMay()(needs)) return <Content />
    return (
      <DeveloperPage title={title}>
        <NotAllowed>{reason}</NotAllowed>
      </DeveloperPage>
    )
  }
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
