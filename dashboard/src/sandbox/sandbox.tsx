import { Page } from '../ui/page.tsx'

export function Sandbox() {
  return <Page title="Sandbox">Not built yet.</Page>
}
