import { Page } from '../ui/page.tsx'

export function Wallet() {
  return <Page title="Wallet">Not built yet.</Page>
}
