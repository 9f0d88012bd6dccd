// What a key may do, in words that a route asks for. People are judged by their roles (roles.ts).

/** The number of a scope is its place in the reference; the words are the contract's. */
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

/** What `read_only` means: every `:read` but those that show a number or a passcode. */
export const readOnlyScopes: readonly Scope[] = scopeNames.filter(
  (name) => name.endsWith(':read') && name !== 'details:read' && name !== '3ds:read',
)

/** What a key for software has when nobody chooses: it looks, asks, freezes, and answers the questions of merchants. */
export const agentScopes: readonly Scope[] = [
  'cards:read',
  'cards:write',
  'transactions:read',
  'wallet:read',
  '3ds:read',
  'spend_requests:read',
  'spend_requests:write',
]

export function isScope(text: string): text is Scope {
  return (scopeNames as readonly string[]).includes(text)
}

/** In the order of `scopeNames`, each once. */
export function inScopeOrder(scopes: Iterable<Scope>): Scope[] {
  const chosen = new Set(scopes)
  return scopeNames.filter((name) => chosen.has(name))
}
