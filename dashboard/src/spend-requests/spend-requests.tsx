import { Page } from '../ui/page.tsx'
import { KeyStatistics } from './key-statistics.tsx'
import { PastRequests } from './past-requests.tsx'
import { Waiting } from './waiting.tsx'

export function SpendRequests() {
  return (
    <Page
      title="Spend requests"
      lead="Software asks for money for one purchase, and you decide. An approved request creates a card for that purchase only."
    >
      <Waiting />
      <KeyStatistics />
      <PastRequests />
    </Page>
  )
}
