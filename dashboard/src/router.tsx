// Every page and its address. Pages are loaded when they are first opened. Only the frame is part of the first load.

import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { DashboardSession } from '../../server/src/people/shapes/session.ts'
import { keepEnvironment } from './api/environment.ts'
import { me } from './api/me.ts'
import { Problem } from './api/request.ts'
import { Broken } from './shell/broken.tsx'
import { Frame } from './shell/frame.tsx'
import { Missing } from './shell/missing.tsx'
import { Loading } from './ui/states.tsx'

type Context = { queries: QueryClient }
const SET_UP = '/set-up-two-factor'

type Search = Record<string, string | undefined>

const root = createRootRouteWithContext<Context>()({
  component: Outlet,
  notFoundComponent: Missing,
  search: { middlewares: [keepEnvironment as never] },
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: textOnly,
  component: lazyRouteComponent(() => import('./sign-in/sign-in.tsx'), 'SignIn'),
})
const join = createRoute({
  getParentRoute: () => root,
  path: '/join',
  component: lazyRouteComponent(() => import('./sign-in/accept-link.tsx'), 'AcceptInvitation'),
})
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyRouteComponent(() => import('./sign-in/accept-link.tsx'), 'ResetPassword'),
})

/** All pages that require a session. */
const frame = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Frame,
  errorComponent: Broken,
  async beforeLoad({ context, location }) {
    const search = location.pathname === '/' ? {} : { next: location.href }
    const { two_factor_setup_required: isHalfway } = await meOrSignIn(context.queries, search)
    if (isHalfway) throw redirect({ to: SET_UP, search })
  },
})

const setUp = createRoute({
  getParentRoute: () => root,
  path: SET_UP,
  validateSearch: textOnly,
  component: lazyRouteComponent(() => import('./sign-in/set-up-two-factor.tsx'), 'SetUpTwoFactor'),
  beforeLoad: ({ context, search }) => meOrSignIn(context.queries, search),
})

async function meOrSignIn(queries: QueryClient, search: Search): Promise<DashboardSession> {
  try {
    return await queries.ensureQueryData(me)
  } catch (error) {
    if (error instanceof Problem && error.status === 401) throw redirect({ to: '/sign-in', search })
    throw error
  }
}

function page<Path extends string>(path: Path, load: () => Promise<Record<string, unknown>>, name: string) {
  return createRoute({
    getParentRoute: () => frame,
    path,
    validateSearch: textOnly,
    component: lazyRouteComponent(load as never, name),
  })
}

/** Filters are text in the address. Each page reads and checks its own filters. */
function textOnly(search: Record<string, unknown>): Search {
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
    ),
  )
}

const pages = [
  page('/', () => import('./home/home.tsx'), 'Home'),
  page('/cards', () => import('./cards/cards.tsx'), 'Cards'),
  page('/cards/import', () => import('./cards/import/import-cards.tsx'), 'ImportCards'),
  page('/cards/$cardId', () => import('./cards/card-page.tsx'), 'CardPage'),
  page('/templates', () => import('./templates/templates.tsx'), 'Templates'),
  page('/rules', () => import('./rules/rules.tsx'), 'Rules'),
  page('/rules/$ruleId', () => import('./rules/rule-page.tsx'), 'RulePage'),
  page('/transactions', () => import('./transactions/purchases.tsx'), 'Purchases'),
  page('/transactions/entries', () => import('./transactions/entries.tsx'), 'Entries'),
  page('/transactions/$transactionId', () => import('./transactions/transaction-page.tsx'), 'TransactionPage'),
  page('/wallet', () => import('./wallet/wallet.tsx'), 'Wallet'),
  page('/processors', () => import('./processors/processors.tsx'), 'Processors'),
  page('/3ds', () => import('./three-ds/challenges.tsx'), 'Challenges'),
  page('/spend-requests', () => import('./spend-requests/spend-requests.tsx'), 'SpendRequests'),
  page('/spend-requests/$requestId', () => import('./spend-requests/request-page.tsx'), 'RequestPage'),
  page('/show-card/$linkId', () => import('./show-card/show-card.tsx'), 'ShowCard'),
  page('/notifications', () => import('./notifications/notifications.tsx'), 'Notifications'),
  page('/developers/webhooks', () => import('./developers/webhooks.tsx'), 'Webhooks'),
  page('/developers/webhooks/$webhookId', () => import('./developers/webhook-page.tsx'), 'WebhookPage'),
  page('/developers/decision-hook', () => import('./decision-hook/hook-page.tsx'), 'HookPage'),
  page('/developers/events', () => import('./developers/events.tsx'), 'Events'),
  page('/developers/logs', () => import('./developers/request-log.tsx'), 'RequestLog'),
  page('/settings/keys', () => import('./settings/api-keys.tsx'), 'ApiKeys'),
  page('/settings/account', () => import('./settings/account.tsx'), 'Account'),
  page('/settings/team', () => import('./settings/team.tsx'), 'Team'),
  page('/settings/security', () => import('./settings/security.tsx'), 'Security'),
  page('/settings/notifications', () => import('./settings/notification-settings.tsx'), 'NotificationSettings'),
  page('/settings/audit-log', () => import('./settings/audit-log.tsx'), 'AuditLog'),
  page('/sandbox', () => import('./sandbox/sandbox.tsx'), 'Sandbox'),
  page('/shop', () => import('./shop/shop.tsx'), 'Shop'),
]

/** Short addresses that people type. Each one redirects to the first page of its section. */
const shortcuts = [
  ['/settings', '/settings/security'],
  ['/developers', '/developers/webhooks'],
].map(([path, to]) =>
  createRoute({
    getParentRoute: () => root,
    path: path!,
    beforeLoad: () => {
      throw redirect({ to: to!, replace: true })
    },
  }),
)

const tree = root.addChildren([signIn, setUp, join, reset, ...shortcuts, frame.addChildren(pages)])

export function makeRouter(queries: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { queries },
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    defaultErrorComponent: Broken,
    scrollRestoration: true,
    // Search parameters are plain text: ?status=active and not ?status="active".
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(textOnly(search) as Record<string, string>).toString()
      return text === '' ? '' : `?${text}`
    },
  })
}
