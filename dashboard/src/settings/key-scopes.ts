// The scopes of a key, with the dashboard's groups and labels.

import { agentScopes, readOnlyScopes, type Scope, scopeNames } from '../../../server/src/accounts/scopes.ts'

export const scopeGroups: { title: string; options: [Scope, string][] }[] = [
  {
    title: 'Cards and money',
    options: [
      ['cards:read', 'See cards and their limits.'],
      ['cards:write', 'Create, name, freeze, replace and terminate cards.'],
      ['funding:write', 'Move money between the wallet and cards.'],
      ['controls:write', 'Change limits and controls of cards, and templates.'],
      ['transactions:read', 'See what cards have spent, and why payments were declined.'],
    ],
  },
  {
    title: 'Secrets',
    options: [
      ['details:read', 'See card numbers and CVVs.'],
      ['3ds:read', 'See passcodes, and approve or decline payments.'],
    ],
  },
  {
    title: 'Wallet',
    options: [
      ['wallet:read', 'See the balance and the movements of the wallet.'],
      ['deposits:read', 'See deposits and the addresses for them.'],
    ],
  },
  {
    title: 'Spend requests',
    options: [
      ['spend_requests:read', 'See spend requests.'],
      ['spend_requests:write', 'Request money for one purchase.'],
      ['spend_requests:approve', 'Approve or deny spend requests.'],
    ],
  },
  {
    title: 'Integration',
    options: [
      ['events:read', 'See events and the request log, and follow them live.'],
      ['webhooks:read', 'See webhooks and their deliveries.'],
      ['webhooks:write', 'Add, change and test webhooks.'],
      ['rules:read', 'See rules, their reports and the decision hook.'],
      ['rules:write', 'Change rules and the decision hook.'],
      ['sandbox:write', 'Simulate merchants, deposits and time in the sandbox.'],
    ],
  },
]

export const presets = [
  { name: 'full', title: 'Full', hint: 'Everything, including scopes added later.', scopes: scopeNames },
  {
    name: 'read_only',
    title: 'Read only',
    hint: 'Cannot change anything or see card numbers and passcodes.',
    scopes: readOnlyScopes,
  },
  {
    name: 'agent',
    title: 'Agent',
    hint: 'For software that buys on its own. It cannot see card numbers, raise limits, unfreeze cards or exceed its budget.',
    scopes: agentScopes,
  },
  { name: 'chosen', title: 'Chosen scopes', hint: 'Choose what it may do.', scopes: ['cards:read'] },
] as const satisfies { name: string; title: string; hint: string; scopes: readonly Scope[] }[]
export type Preset = (typeof presets)[number]['name']
