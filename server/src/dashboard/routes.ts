// The dashboard's own operations, under /dashboard, for people only. What the API can do, the dashboard does by the API.

import type { AnyRoute } from '../http/route.ts'
import { getSession, reauthenticate } from '../people/session-routes.ts'
import { getCardHistory } from './get-card-history.ts'
import { getCardLimits } from './get-card-limits.ts'
import { getOverview } from './get-overview.ts'
import { openShopChallenge } from './open-shop-challenge.ts'

export const dashboardRoutes: AnyRoute[] = [
  getSession,
  reauthenticate,
  getOverview,
  getCardHistory,
  getCardLimits,
  openShopChallenge,
]
