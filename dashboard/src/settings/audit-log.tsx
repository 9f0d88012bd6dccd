import { Page } from '../ui/page.tsx'

export function AuditLog() {
  return <Page title="AuditLog">Not built yet.</Page>
}
