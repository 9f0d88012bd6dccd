export type InspectedLink = {
  kind: 'invitation' | 'password_reset'
  account_name: string
  role: 'owner' | 'admin' | 'developer' | 'viewer'
  email: string | null
  name: string | null
  expires_at: string
}
