import type { ComponentProps } from 'react'
import { useMay } from '../api/me.ts'
import { settingsTabs, tabsFor } from '../shell/navigation.ts'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { Page } from '../ui/page.tsx'

/** A page of the settings: their tabs over it. */
export function SettingsPage(props: Omit<ComponentProps<typeof Page>, 'above'>) {
  const may = useMay()
  return <Page {...props} above={<LinkTabs label="Settings" tabs={tabsFor(settingsTabs, may)} />} />
}
