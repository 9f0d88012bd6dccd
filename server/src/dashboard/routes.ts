// What the dashboard asks besides the public API: under /dashboard, for people who are signed in.

import type { AnyRoute } from '../http/route.ts'
import { getCardHistory } from './get-card-history.ts'
import { getCardLimits } from './get-card-limits.ts'
import { getDepositTerms } from './get-deposit-terms.ts'
import { getOverview } from './get-overview.ts'
import { openShopChallenge } from './open-shop-challenge.ts'

export const dashboardRoutes: AnyRoute[] = [
  getOverview,
  getCardHistory,
  getCardLimits,
  getDepositTerms,
  openShopChallenge,
]
