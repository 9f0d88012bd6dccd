// The endpoints of better-auth that are served under /dashboard/auth. Its other endpoints are not reachable.

export type Endpoint = {
  method: 'GET' | 'POST'
  path: string
  /** The fields that its body may have; any other is refused, as everywhere. */
  fields?: readonly string[]
  /** What it checks. The attempt is counted, and a wrong one is recorded in the audit log. */
  checks?: 'password' | 'code' | 'passkey'
  /** Whether it begins a session. A code that is given inside a session confirms `action` instead. */
  signsIn?: 'always' | 'outside a session'
  /** Its name in the audit log when it succeeds. */
  action?: string
  /** Inside a session, the person must have reauthenticated recently. */
  freshly?: true
  /** Open to a person whose account requires a second factor and who has none yet. */
  whileEnrolling?: true
}

export const signInWithEmail: Endpoint = {
  method: 'POST',
  path: 'sign-in/email',
  fields: ['email', 'password'],
  checks: 'password',
  signsIn: 'always',
}

/** Switches two-factor sign-in off. Refused when the account requires it. */
export const DISABLE_TWO_FACTOR = 'two-factor/disable'
export const CHANGE_PASSWORD = 'change-password'
export const VERIFY_TOTP = 'two-factor/verify-totp'

export const signInEndpoints: readonly Endpoint[] = [
  signInWithEmail,
  { method: 'POST', path: 'sign-out', action: 'user.sign-out', whileEnrolling: true },
  {
    method: 'POST',
    path: CHANGE_PASSWORD,
    fields: ['currentPassword', 'newPassword', 'revokeOtherSessions'],
    checks: 'password',
    action: 'user.change-password',
    freshly: true,
  },
  { method: 'GET', path: 'list-sessions' },
  { method: 'POST', path: 'revoke-session', fields: ['token'], action: 'user.end-session', freshly: true },
  { method: 'POST', path: 'revoke-other-sessions', action: 'user.end-other-sessions', freshly: true },
  {
    method: 'POST',
    path: 'two-factor/enable',
    fields: ['password'],
    checks: 'password',
    freshly: true,
    whileEnrolling: true,
  },
  {
    method: 'POST',
    path: DISABLE_TWO_FACTOR,
    fields: ['password'],
    checks: 'password',
    action: 'user.disable-two-factor',
    freshly: true,
  },
  { method: 'POST', path: 'two-factor/get-totp-uri', fields: ['password'], checks: 'password', freshly: true },
  {
    method: 'POST',
    path: VERIFY_TOTP,
    fields: ['code', 'trustDevice'],
    checks: 'code',
    signsIn: 'outside a session',
    action: 'user.enable-two-factor',
    freshly: true,
    whileEnrolling: true,
  },
  {
    method: 'POST',
    path: 'two-factor/verify-backup-code',
    fields: ['code', 'trustDevice'],
    checks: 'code',
    signsIn: 'outside a session',
    freshly: true,
  },
  {
    method: 'POST',
    path: 'two-factor/generate-backup-codes',
    fields: ['password'],
    checks: 'password',
    action: 'user.renew-backup-codes',
    freshly: true,
  },
  { method: 'GET', path: 'passkey/generate-register-options', freshly: true },
  {
    method: 'POST',
    path: 'passkey/verify-registration',
    fields: ['response', 'name'],
    action: 'user.add-passkey',
    freshly: true,
  },
  { method: 'GET', path: 'passkey/generate-authenticate-options' },
  {
    method: 'POST',
    path: 'passkey/verify-authentication',
    fields: ['response'],
    checks: 'passkey',
    signsIn: 'always',
  },
  { method: 'GET', path: 'passkey/list-user-passkeys' },
  { method: 'POST', path: 'passkey/delete-passkey', fields: ['id'], action: 'user.delete-passkey', freshly: true },
  {
    method: 'POST',
    path: 'passkey/update-passkey',
    fields: ['id', 'name'],
    action: 'user.rename-passkey',
    freshly: true,
  },
]
