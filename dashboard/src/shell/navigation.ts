// What the sidebar, the drawer and the command palette offer.

import {
  ArrowLeftRight,
  CreditCard,
  FlaskConical,
  House,
  type LucideIcon,
  ScrollText,
  ShieldCheck,
  SlidersHorizontal,
  Store,
  Wallet,
  Webhook,
} from 'lucide-react'
import type { AccessName } from '../../../server/src/dashboard/shapes/session.ts'
import type { Environment } from '../api/environment.ts'

export type Place = {
  to: string
  name: string
  icon: LucideIcon
  needs?: AccessName
  only?: Environment
  /** Other words that the palette finds it by. */
  also?: string
}

export const places: { title?: string; places: Place[] }[] = [
  {
    places: [
      { to: '/', name: 'Home', icon: House },
      { to: '/cards', name: 'Cards', icon: CreditCard },
      { to: '/transactions', name: 'Transactions', icon: ArrowLeftRight },
      { to: '/wallet', name: 'Wallet', icon: Wallet, also: 'deposits addresses balance' },
      { to: '/3ds', name: '3-D Secure', icon: ShieldCheck, needs: 'reveal', also: 'passcode otp challenge' },
    ],
  },
  {
    title: 'Developers',
    places: [
      { to: '/developers/webhooks', name: 'Webhooks', icon: Webhook, needs: 'develop', also: 'endpoints deliveries' },
      {
        to: '/developers/logs',
        name: 'Logs and events',
        icon: ScrollText,
        needs: 'develop',
        also: 'request log stream',
      },
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
    places: [
      { to: '/settings/security', name: 'Settings', icon: SlidersHorizontal, also: 'keys team profile audit passkey' },
    ],
  },
]

/** Those that this person may open here. */
export function placesFor(may: (access: AccessName) => boolean, environment: Environment): typeof places {
  return places
    .map(({ places, ...group }) => ({
      ...group,
      places: places.filter(({ needs, only }) => (!needs || may(needs)) && (!only || only === environment)),
    }))
    .filter(({ places }) => places.length > 0)
}
