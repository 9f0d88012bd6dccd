import { PasskeysPanel } from './passkeys-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { SettingsPage } from './settings-page.tsx'
import { TwoFactorPanel } from './two-factor-panel.tsx'

export function Security() {
  return (
    <SettingsPage title="Security" lead="How you sign in, and where you are signed in now.">
      <PasswordPanel />
      <TwoFactorPanel />
      <PasskeysPanel />
      <SessionsPanel />
    </SettingsPage>
  )
}
