import { Page } from '../ui/page.tsx'

export function Cards() {
  return <Page title="Cards">Not built yet.</Page>
}
