import { Page } from '../ui/page.tsx'

export function Challenges() {
  return <Page title="Challenges">Not built yet.</Page>
}
