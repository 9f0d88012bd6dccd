// Every operation of the dashboard's own, under /dashboard: for sessions only, and not part of the public API.

import type { AnyRoute } from '../http/route.ts'
import { getCardHistory } from './get-card-history.ts'
import { getOverview } from './get-overview.ts'

export const dashboardRoutes: AnyRoute[] = [getOverview, getCardHistory]
