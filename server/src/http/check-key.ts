// Decides whether a key may use a route at all: its scopes, its kind, and whether the route supports bounds. Only this code
// decides it, before the input is read. Which cards a bounded key reaches is decided with the objects, in key-bounds.ts.

import { isAgent, isBounded, type KeyRights } from '../accounts/key-rights.ts'
import type { Scope } from '../accounts/scopes.ts'
import type { Workspace } from '../accounts/workspace.ts'
import { ApiError } from '../errors.ts'
import type { AnyRoute } from './route.ts'

export function checkKey(route: AnyRoute, workspace: Workspace, body: unknown): void {
  const key = workspace.key!
  if (route.scope === undefined) throw new ApiError('forbidden', 'This is for people, not for keys.')
  for (const scope of scopesAskedFor(route, workspace, body)) if (!key.scopes.has(scope)) throw lacksScope(key, scope)
  if (isAgent(workspace)) checkAgent(route, body)
  if (route.bounds === undefined && isBounded(workspace)) throw beyondBounds(key)
  if (route.bounds === 'own' && key.cardIds) throw newCardBeyondBounds()
}

function checkAgent({ agents }: AnyRoute, body: unknown): void {
  if (agents === 'never') throw neverForAgents()
  const fields = agents && 'neverSend' in agents ? agents.neverSend : []
  const field = fields.find((name) => fieldsOf(body).includes(name))
  if (field !== undefined) throw neverForAgents(field)
}

function fieldsOf(body: unknown): string[] {
  return typeof body === 'object' && body !== null ? Object.keys(body) : []
}

function scopesAskedFor({ scope, fieldScopes, agents }: AnyRoute, workspace: Workspace, body: unknown): Scope[] {
  if (typeof agents === 'object' && 'scopeForOwnCards' in agents && isAgent(workspace)) return [agents.scopeForOwnCards]
  const isNamed = (field: string) => fieldScopes !== undefined && Object.hasOwn(fieldScopes, field)
  const fields = fieldsOf(body)
    .filter(isNamed)
    .map((field) => fieldScopes![field]!)
  return scope ? [scope, ...fields] : fields
}

export function lacksScope(key: KeyRights, scope: Scope): ApiError {
  return new ApiError('forbidden', whyNot(key, scope), { param: scope })
}

function whyNot({ isReadOnly }: KeyRights, scope: Scope): string {
  if (isReadOnly && !scope.endsWith(':read')) return 'This key may only read.'
  if (isReadOnly && (scope === 'details:read' || scope === '3ds:read'))
    return `This key does not have the scope ${scope}: a read-only key does not see numbers, CVVs or passcodes.`
  return `This key does not have the scope ${scope}.`
}

/** `param` names the field when the problem is a field that no agent may send. */
function neverForAgents(param = 'kind'): ApiError {
  return new ApiError('forbidden', 'An agent key may never do this, whatever its scopes.', { param })
}

function newCardBeyondBounds(): ApiError {
  return new ApiError(
    'forbidden',
    'This key is bound to some cards by their ids, and would not reach a new one. For new cards and spend requests, use a key that is bound to its own cards.',
    { param: 'card_ids' },
  )
}

function beyondBounds({ ownCards }: KeyRights): ApiError {
  return new ApiError('forbidden', 'This concerns every card, and this key is bound to some of them.', {
    param: ownCards ? 'own_cards' : 'card_ids',
  })
}
