export type Access = 'view' | 'operate' | 'reveal' | 'develop' | 'keys' | 'administer'
export type SignedIn = {
  user: {
    id: string
    name: string
    email: string
    role: 'owner' | 'admin' | 'developer' | 'viewer'
    two_factor_enabled: boolean
    passkeys: number
  }
  account: { id: string; name: string }
  reauthenticated_until: string | null
  access: { sandbox: Access[]; production: Access[] }
}
