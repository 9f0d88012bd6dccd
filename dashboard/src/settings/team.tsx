import { Page } from '../ui/page.tsx'

export function Team() {
  return <Page title="Team">Not built yet.</Page>
}
