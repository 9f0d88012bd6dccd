import { Page } from '../ui/page.tsx'

export function RequestLog() {
  return <Page title="RequestLog">Not built yet.</Page>
}
