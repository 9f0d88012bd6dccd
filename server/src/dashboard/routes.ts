// The dashboard's own operations, under /dashboard, for people only. What the API can do, the dashboard does by the API.

import type { AnyRoute } from '../http/route.ts'
import { getSecurityPolicy, updateSecurityPolicy } from '../people/security-routes.ts'
import { getSession, reauthenticate } from '../people/session-routes.ts'
import {
  changeMember,
  invite,
  listTeam,
  makeResetLink,
  removeFromTeam,
  takeBackInvitation,
} from '../people/team-routes.ts'
import { getAccount, updateAccount } from './account-routes.ts'
import { getCardHistory } from './get-card-history.ts'
import { getCardProcessor } from './get-card-processor.ts'
import { getCardSettings } from './get-card-settings.ts'
import { getDepositTerms } from './get-deposit-terms.ts'
import { getOverview } from './get-overview.ts'
import { getSpendStatistics } from './get-spend-statistics.ts'
import { createKey, listKeys, revokeKey } from './key-routes.ts'
import { listActors } from './list-actors.ts'
import { listAuditLog } from './list-audit-log.ts'
import { listControlledCards } from './list-controlled-cards.ts'
import { listProcessors } from './list-processors.ts'
import { openShopChallenge } from './open-shop-challenge.ts'

export const dashboardRoutes: AnyRoute[] = [
  getSession,
  reauthenticate,
  getOverview,
  getCardHistory,
  getCardSettings,
  listControlledCards,
  getCardProcessor,
  getSpendStatistics,
  listActors,
  listProcessors,
  getDepositTerms,
  openShopChallenge,
  listKeys,
  createKey,
  revokeKey,
  getAccount,
  updateAccount,
  getSecurityPolicy,
  updateSecurityPolicy,
  listTeam,
  invite,
  takeBackInvitation,
  changeMember,
  removeFromTeam,
  makeResetLink,
  listAuditLog,
]
