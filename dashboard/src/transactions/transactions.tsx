import { Page } from '../ui/page.tsx'

export function Transactions() {
  return <Page title="Transactions">Not built yet.</Page>
}
