// The scopes of API keys. Each route asks for one. People are checked by their roles instead (accounts/roles.ts).

/** In the order in which the reference lists them. The contract fixes the names. */
export const scopeNames = [
  'cards:read',
  'cards:write',
  'details:read',
  'funding:write',
  'transactions:read',
  'wallet:read',
  'deposits:read',
  '3ds:read',
  'webhooks:read',
  'webhooks:write',
  'events:read',
  'controls:write',
  'rules:read',
  'rules:write',
  'spend_requests:read',
  'spend_requests:write',
  'spend_requests:approve',
  'sandbox:write',
] as const
export type Scope = (typeof scopeNames)[number]

/** What `read_only` stands for: every `:read` except those that show a card number or a passcode. */
export const readOnlyScopes: readonly Scope[] = scopeNames.filter(
  (name) => name.endsWith(':read') && name !== 'details:read' && name !== '3ds:read',
)

/**
 * The default scopes of an agent key: it reads, asks for money and answers 3-D Secure challenges. Making cards without asking
 * anybody (`cards:write`) must be chosen.
 */
export const agentScopes: readonly Scope[] = [
  'cards:read',
  'transactions:read',
  '3ds:read',
  'spend_requests:read',
  'spend_requests:write',
]

export function isScope(text: string): text is Scope {
  return (scopeNames as readonly string[]).includes(text)
}

/** Sorted as in `scopeNames`, without duplicates. */
export function inScopeOrder(scopes: Iterable<Scope>): Scope[] {
  const chosen = new Set(scopes)
  return scopeNames.filter((name) => chosen.has(name))
}
