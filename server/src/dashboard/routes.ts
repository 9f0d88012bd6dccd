// What the dashboard asks besides the public API: under /dashboard, for people who are signed in.

import type { AnyRoute } from '../http/route.ts'
import { getCardLimits } from './get-card-limits.ts'
import { openShopChallenge } from './open-shop-challenge.ts'

export const dashboardRoutes: AnyRoute[] = [getCardLimits, openShopChallenge]
