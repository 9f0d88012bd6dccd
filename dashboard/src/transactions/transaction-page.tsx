import { Page } from '../ui/page.tsx'

export function TransactionPage() {
  return <Page title="TransactionPage">Not built yet.</Page>
}
