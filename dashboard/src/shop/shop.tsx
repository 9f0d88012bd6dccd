import { Page } from '../ui/page.tsx'

export function Shop() {
  return <Page title="Shop">Not built yet.</Page>
}
