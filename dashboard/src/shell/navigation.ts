// The entries of the sidebar, the drawer and the command palette.

import {
  ArrowLeftRight,
  Cable,
  CreditCard,
  FlaskConical,
  HandCoins,
  House,
  LayoutTemplate,
  type LucideIcon,
  Scale,
  ShieldCheck,
  SlidersHorizontal,
  Store,
  Wallet,
  Webhook,
} from 'lucide-react'
import type { AccessName } from '../../../server/src/people/shapes/session.ts'
import type { Environment } from '../api/environment.ts'

export type Place = {
  to: string
  name: string
  icon: LucideIcon
  needs?: AccessName
  only?: Environment
  /** Shows the number of pending items beside the name. */
  counts?: 'spend-requests'
  /** More search words for the palette. */
  also?: string
  /** The pages of this section. `to` is then their common prefix, and the entry links to the first page. */
  tabs?: Tab[]
}

export type Tab = { to: string; name: string; needs?: AccessName; also?: string }

export const developerTabs: Tab[] = [
  { to: '/developers/webhooks', name: 'Webhooks', needs: 'develop', also: 'endpoints deliveries secret' },
  {
    to: '/developers/decision-hook',
    name: 'Decision hook',
    needs: 'develop',
    also: 'approve decline authorization server attempts secret',
  },
  { to: '/developers/events', name: 'Events', needs: 'reveal', also: 'live stream resend' },
  { to: '/developers/logs', name: 'Request log', needs: 'develop', also: 'api requests errors' },
]

export const settingsTabs: Tab[] = [
  { to: '/settings/keys', name: 'API keys', needs: 'keys', also: 'settings secret token' },
  { to: '/settings/account', name: 'Account', also: 'settings profile holder billing address' },
  { to: '/settings/team', name: 'Team', needs: 'administer', also: 'settings members roles invite' },
  { to: '/settings/security', name: 'Security', also: 'settings password passkey two-factor sessions' },
  { to: '/settings/notifications', name: 'Notifications', also: 'settings inbox mail low wallet threshold' },
  { to: '/settings/audit-log', name: 'Audit log', needs: 'administer', also: 'settings history who' },
]

export const places: { title?: string; places: Place[] }[] = [
  {
    places: [
      { to: '/', name: 'Home', icon: House },
      { to: '/cards', name: 'Cards', icon: CreditCard },
      { to: '/templates', name: 'Templates', icon: LayoutTemplate, also: 'card settings presets controls' },
      { to: '/rules', name: 'Rules', icon: Scale, also: 'fraud velocity shadow backtest decline challenge' },
      { to: '/transactions', name: 'Transactions', icon: ArrowLeftRight },
      { to: '/wallet', name: 'Wallet', icon: Wallet, also: 'deposits addresses balance' },
      {
        to: '/spend-requests',
        name: 'Spend requests',
        icon: HandCoins,
        counts: 'spend-requests',
        also: 'approve deny inbox agents ask approval',
      },
      { to: '/3ds', name: '3-D Secure', icon: ShieldCheck, needs: 'reveal', also: 'passcode otp challenge approve' },
      { to: '/processors', name: 'Processors', icon: Cable, needs: 'operate', also: 'lithic stripe increase issuing' },
    ],
  },
  {
    title: 'Developers',
    places: [
      { to: '/developers', name: 'Webhooks and logs', icon: Webhook, needs: 'develop', tabs: developerTabs },
      {
        to: '/sandbox',
        name: 'Sandbox',
        icon: FlaskConical,
        needs: 'develop',
        only: 'sandbox',
        also: 'simulate clock refund purchase',
      },
      { to: '/shop', name: 'Test shop', icon: Store, needs: 'develop', only: 'sandbox', also: 'checkout merchant' },
    ],
  },
  {
    title: 'Account',
    places: [{ to: '/settings', name: 'Settings', icon: SlidersHorizontal, tabs: settingsTabs }],
  },
]

/** The entries that this person may open in this environment. */
export function placesFor(may: (access: AccessName) => boolean, environment: Environment): typeof places {
  return places
    .map(({ places, ...group }) => ({
      ...group,
      places: places
        .filter(({ needs, only }) => (!needs || may(needs)) && (!only || only === environment))
        .map((place) => (place.tabs ? { ...place, tabs: tabsFor(place.tabs, may) } : place)),
    }))
    .filter(({ places }) => places.length > 0)
}

export function tabsFor(tabs: Tab[], may: (access: AccessName) => boolean): Tab[] {
  return tabs.filter(({ needs }) => !needs || may(needs))
}
