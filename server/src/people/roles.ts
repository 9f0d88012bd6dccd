// What people may do. A role grants kinds of access, in each environment; a route asks for one of them.

import type { EnvironmentName, Workspace } from '../accounts/workspace.ts'

export const Role = { owner: 1, admin: 2, developer: 3, viewer: 4 } as const
export type RoleName = keyof typeof Role
export const roleNames = Object.keys(Role) as RoleName[]

/**
 * `view`: lists and balances. `operate`: cards and money. `reveal`: numbers and passcodes, and what carries passcodes:
 * events, and where webhooks send them.
 * `develop`: deliveries of webhooks, request logs, the sandbox's outside world. `keys`: API keys. `administer`: team, account, audit log.
 */
export const accesses = ['view', 'operate', 'reveal', 'develop', 'keys', 'administer'] as const
export type Access = (typeof accesses)[number]

const everything = { sandbox: accesses, production: accesses }

const granted: Record<RoleName, Record<EnvironmentName, readonly Access[]>> = {
  owner: everything,
  admin: everything,
  developer: { sandbox: ['view', 'operate', 'reveal', 'develop', 'keys'], production: ['view', 'develop'] },
  viewer: { sandbox: ['view'], production: ['view'] },
}

export function accessOf(role: RoleName, environment: EnvironmentName): readonly Access[] {
  return granted[role][environment]
}

export function isGranted(role: RoleName, environment: EnvironmentName, access: Access): boolean {
  return granted[role][environment].includes(access)
}

/** Whether passcodes may be shown to whoever speaks for a workspace: a read-only key never sees one. */
export function mayReveal({ person, environment, key }: Workspace): boolean {
  return person ? isGranted(person.role, environment, 'reveal') : key?.scopes.has('3ds:read') === true
}

export function roleName(role: number): RoleName {
  return roleNames[role - 1]!
}
