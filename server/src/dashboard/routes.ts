// The dashboard's own operations, under /dashboard, for people only. What the API can do, the dashboard does by the API.

import type { AnyRoute } from '../http/route.ts'
import { getSession, reauthenticate } from '../people/session-routes.ts'

export const dashboardRoutes: AnyRoute[] = [getSession, reauthenticate]
