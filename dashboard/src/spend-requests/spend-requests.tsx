import { Page } from '../ui/page.tsx'
import { KeyStatistics } from './key-statistics.tsx'
import { PastRequests } from './past-requests.tsx'
import { Waiting } from './waiting.tsx'

export function SpendRequests() {
  return (
    <Page
      title="Spend requests"
      lead="Software asks for the money for one purchase; you decide. Approved, it becomes a card that can do only that."
    >
      <Waiting />
      <KeyStatistics />
      <PastRequests />
    </Page>
  )
}
