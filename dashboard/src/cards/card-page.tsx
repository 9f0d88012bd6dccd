import { Page } from '../ui/page.tsx'

export function CardPage() {
  return <Page title="CardPage">Not built yet.</Page>
}
