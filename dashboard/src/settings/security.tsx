import { Page } from '../ui/page.tsx'

export function Security() {
  return <Page title="Security">Not built yet.</Page>
}
