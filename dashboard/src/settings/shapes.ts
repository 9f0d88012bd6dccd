// Until the service's own shapes of these are there.

export type Role = 'owner' | 'admin' | 'developer' | 'viewer'

export type ApiKey = {
  id: string
  name: string
  environment: 'sandbox' | 'production'
  hint: string
  read_only: boolean
  created_at: string
  created_by: string | null
  last_used_at: string | null
  revoked_at: string | null
}
export type NewApiKey = ApiKey & { key: string }

export type AccountProfile = {
  name: string
  holder_name: string
  billing_address: { line1: string; city: string; state: string; zip: string; country: string }
}

export type Member = {
  id: string
  name: string
  email: string
  role: Role
  two_factor_enabled: boolean
  last_sign_in_at: string | null
  created_at: string
}
export type Invitation = {
  id: string
  email: string | null
  role: Role
  expires_at: string
  created_at: string
  created_by: string | null
}
export type TeamList = { data: Member[]; invitations: Invitation[] }

export type AuditEntry = {
  sequence: number
  at: string
  actor: string
  actor_name: string | null
  action: string
  subject: string
  origin: string
  request_id: string
}
