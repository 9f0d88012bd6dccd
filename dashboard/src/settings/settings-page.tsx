import type { ComponentProps } from 'react'
import { useMay } from '../api/me.ts'
import { settingsTabs, tabsFor } from '../shell/navigation.ts'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { Page } from '../ui/page.tsx'

/** A settings page with the settings tabs above its content. */
export function SettingsPage(props: Omit<ComponentProps<typeof Page>, 'above'>) {
  const may = useMay()
  return <Page {...props} above={<LinkTabs label="Settings" tabs={tabsFor(settingsTabs, may)} />} />
}
