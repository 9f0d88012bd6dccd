// A workspace is one account in one environment: the owner of everything, and the unit of isolation.

import type { Uuid } from '../ids.ts'
import type { EnvironmentName } from './environments.ts'
import type { KeyRights } from './key-rights.ts'
import type { RoleName } from './roles.ts'
import { isGranted } from './roles.ts'

/** The workspace that an API key or a dashboard session belongs to. */
export type Workspace = {
  bucket: number
  id: Uuid
  accountId: Uuid
  environment: EnvironmentName
  /** Who is acting, for the audit log: the public id of the key or of the person. */
  actor: string
  /** Set when a person acts, and not a key. */
  person?: Person
  /** Set when a key acts, and not a person. */
  key?: KeyRights
  /** Rate limits and running requests are counted by this. A sandbox reset does not change it. */
  limitScope: string
}

export type Person = {
  id: Uuid
  sessionId: Uuid
  role: RoleName
  /** When this session's owner last proved who they are. */
  authenticatedAt: Date
  /** The account requires a second factor, and this person has none yet. */
  mustEnrol: boolean
}

/** Whether the caller may see passcodes. A read-only key never may. */
export function mayReveal({ person, environment, key }: Workspace): boolean {
  return person ? isGranted(person.role, environment, 'reveal') : key?.scopes.has('3ds:read') === true
}
