// What people may do. A role grants kinds of access in each environment, and a route requires one of them.

import type { EnvironmentName } from './environments.ts'

export const Role = { owner: 1, admin: 2, developer: 3, viewer: 4 } as const
export type RoleName = keyof typeof Role
export const roleNames = Object.keys(Role) as RoleName[]

/**
 * `view`: lists and balances. `operate`: cards and money. `reveal`: card numbers and passcodes, and therefore events, which may
 * hold passcodes, and the addresses that webhooks send them to. `develop`: webhook deliveries, request logs and the sandbox's
 * simulations. `keys`: API keys. `administer`: team, account and audit log.
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

export function roleName(role: number): RoleName {
  return roleNames[role - 1]!
}
