// The page that shows an object, by its kind.

import {
  ArrowLeftRight,
  Bitcoin,
  Cable,
  CreditCard,
  FlaskConical,
  HandCoins,
  KeyRound,
  LayoutTemplate,
  type LucideIcon,
  Scale,
  ScrollText,
  Send,
  ShieldCheck,
  User,
  Webhook,
} from 'lucide-react'
import type { FoundKind, FoundObject } from '../../../server/src/dashboard/shapes/search.ts'

type ObjectPage = {
  name: string
  icon: LucideIcon
  /** `parent` is the object whose page shows this one, for kinds without a page of their own. */
  to: (id: string, parent: string | null) => { to: string; search?: Record<string, string> }
}

const pages: Record<FoundKind, ObjectPage> = {
  card: { name: 'Card', icon: CreditCard, to: (id) => ({ to: `/cards/${id}` }) },
  transaction: { name: 'Transaction', icon: ArrowLeftRight, to: (id) => ({ to: `/transactions/${id}` }) },
  deposit: { name: 'Deposit', icon: Bitcoin, to: (id) => ({ to: '/wallet', search: { deposit: id } }) },
  challenge: { name: '3-D Secure challenge', icon: ShieldCheck, to: () => ({ to: '/3ds' }) },
  event: { name: 'Event', icon: ScrollText, to: (id) => ({ to: '/developers/events', search: { event: id } }) },
  template: { name: 'Template', icon: LayoutTemplate, to: () => ({ to: '/templates' }) },
  spend_request: { name: 'Spend request', icon: HandCoins, to: (id) => ({ to: `/spend-requests/${id}` }) },
  webhook: { name: 'Webhook', icon: Webhook, to: (id) => ({ to: `/developers/webhooks/${id}` }) },
  delivery: { name: 'Delivery', icon: Send, to: (_, webhook) => ({ to: `/developers/webhooks/${webhook}` }) },
  decision_hook: { name: 'Decision hook', icon: Cable, to: () => ({ to: '/developers/decision-hook' }) },
  decision_attempt: { name: 'Decision hook attempt', icon: Cable, to: () => ({ to: '/developers/decision-hook' }) },
  rule: { name: 'Rule', icon: Scale, to: (id) => ({ to: `/rules/${id}` }) },
  backtest: { name: 'Backtest', icon: FlaskConical, to: (_, rule) => ({ to: `/rules/${rule}` }) },
  key: { name: 'API key', icon: KeyRound, to: () => ({ to: '/settings/keys' }) },
  user: { name: 'Member', icon: User, to: () => ({ to: '/settings/team' }) },
  request: {
    name: 'Request',
    icon: ScrollText,
    to: (id) => ({ to: '/developers/logs', search: { request_id: id, source: 'all' } }),
  },
}

export function pageOf({ kind, id, parent_id }: FoundObject) {
  const { name, icon, to } = pages[kind]
  return { name, icon, ...to(id, parent_id) }
}
