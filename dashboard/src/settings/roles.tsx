// Describes what each role may do. The service enforces the roles (accounts/roles.ts).

import type { RoleName } from '../../../server/src/people/shapes/person.ts'
import { words } from '../ui/badge.tsx'
import { Facts } from '../ui/facts.tsx'

export const roleMeanings: Record<RoleName, string> = {
  owner: 'Everything in both environments. Only owners can add other owners.',
  admin: 'Everything except owners: cards, money, card numbers, keys, the team.',
  developer:
    'Everything in the sandbox except the team. In production only logs and deliveries: no money, card numbers, keys, or webhooks, which carry passcodes.',
  viewer: 'Sees cards, transactions and balances. Cannot change anything or see card numbers and keys.',
}

const roles = Object.keys(roleMeanings) as RoleName[]

/** Nobody can grant more access than they have: only an owner can make an owner. */
export function rolesGivenBy(own: RoleName): RoleName[] {
  return roles.filter((role) => role !== 'owner' || own === 'owner')
}

type Props = { offered: RoleName[]; chosen: RoleName; onChoose: (role: RoleName) => void }

export function RolePicker({ offered, chosen, onChoose }: Props) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-[13px] font-medium">Role</legend>
      {offered.map((role) => (
        <label
          key={role}
          className="flex cursor-pointer gap-3 rounded-lg border border-line p-3 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="role"
            value={role}
            checked={role === chosen}
            onChange={() => onChoose(role)}
            className="mt-0.5 size-4 shrink-0 accent-(--accent) outline-none"
          />
          <span className="text-sm">
            <span className="font-medium">{words(role)}</span>
            <span className="block text-[13px] text-soft">{roleMeanings[role]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

export function RoleTable() {
  return <Facts of={roles.map((role) => [words(role), roleMeanings[role]])} />
}
